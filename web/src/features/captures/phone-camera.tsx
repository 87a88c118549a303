import { useEffect, useRef } from "react";
import { capturesMessages } from "#web/messages/captures.ts";
import { Button } from "#web/ui/button.tsx";
import { useFilePicker } from "#web/ui/use-file-picker.tsx";

const { phoneCamera } = capturesMessages.camera;

type PhoneCameraProps = {
  readonly takesFocus?: boolean;
  readonly onPhoto: (photo: File) => void;
};

/** The phone's own camera instead of the one on this page. */
export function PhoneCamera({ takesFocus = false, onPhoto }: PhoneCameraProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  const [field, choose] = useFilePicker({
    label: phoneCamera,
    accept: "image/*",
    isCamera: true,
    onFiles: ([photo]) => photo && onPhoto(photo),
  });
  return (
    <>
      {field}
      <Button ref={button} variant="secondary" size="lg" onClick={choose}>
        {phoneCamera}
      </Button>
    </>
  );
}
