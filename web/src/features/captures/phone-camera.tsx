import { useEffect, useRef } from "react";
import { capturesMessages } from "#web/messages/captures.ts";
import { Button } from "#web/ui/button.tsx";

const { phoneCamera } = capturesMessages.camera;

type PhoneCameraProps = {
  readonly takesFocus?: boolean;
  readonly onPhoto: (photo: File) => void;
};

/** The phone's own camera instead of the one on this page. */
export function PhoneCamera({ takesFocus = false, onPhoto }: PhoneCameraProps) {
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        aria-label={phoneCamera}
        tabIndex={-1}
        hidden
        onChange={(event) => {
          const [photo] = event.target.files ?? [];
          if (photo) onPhoto(photo);
          event.target.value = "";
        }}
      />
      <Button ref={button} variant="secondary" size="lg" onClick={() => input.current?.click()}>
        {phoneCamera}
      </Button>
    </>
  );
}
