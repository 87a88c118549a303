import { Camera } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { capturesMessages } from "#web/messages/captures.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { PhoneCamera } from "./phone-camera.tsx";
import { Problem } from "./problem.tsx";
import { useCamera } from "./use-camera.ts";

const texts = capturesMessages.camera;

type CameraStageProps = {
  readonly problem: string | null;
  readonly onPhoto: (photo: File) => Promise<void>;
};

/** What the camera sees, and the button that takes it. */
export function CameraStage({ problem, onPhoto }: CameraStageProps) {
  const shutter = useRef<HTMLButtonElement>(null);
  const [isTaking, setIsTaking] = useState(false);
  const { video, state, switchOn, takePicture } = useCamera();
  const isLive = state === "live";
  useEffect(() => {
    if (isLive) shutter.current?.focus();
  }, [isLive]);

  const shoot = async () => {
    setIsTaking(true);
    try {
      const picture = await takePicture();
      await onPhoto(new File([picture], "photo.jpg", { type: picture.type }));
    } finally {
      setIsTaking(false);
    }
  };
  return (
    <>
      <div className="captures-stage">
        <video
          ref={video}
          muted
          autoPlay
          playsInline
          aria-label={texts.live}
          className="captures-film"
        />
        {state === "starting" ? <Spinner label={texts.starting} /> : null}
        {state === "off" ? (
          <div className="captures-words">
            <p role="status">{texts.off}</p>
            <Button variant="secondary" size="lg" onClick={switchOn}>
              {texts.on}
            </Button>
          </div>
        ) : null}
        {state === "unavailable" ? (
          <div className="captures-words">
            <p role="alert">{texts.unavailable}</p>
            <PhoneCamera takesFocus onPhoto={(file) => void onPhoto(file)} />
          </div>
        ) : null}
        <Problem>{problem}</Problem>
      </div>
      <div className="captures-controls">
        {state === "unavailable" ? null : (
          <button
            ref={shutter}
            type="button"
            aria-label={texts.shoot}
            title={texts.shoot}
            disabled={!isLive}
            aria-disabled={isTaking || undefined}
            onClick={isTaking ? undefined : () => void shoot()}
            className="captures-shutter"
          >
            <Icon of={Camera} size={28} />
          </button>
        )}
      </div>
    </>
  );
}
