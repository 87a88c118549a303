import { FolderUp } from "lucide-react";
import { useRef } from "react";
import { importMessages } from "#web/messages/imports.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { type PathedFile, pathedFiles } from "./folder-files.ts";

const words = importMessages.file;

type FolderButtonProps = {
  readonly disabled?: boolean;
  readonly onFiles: (files: readonly PathedFile[]) => void;
};

/** Browsers ask for a folder by a file field of its own. */
export function FolderButton({ disabled, onFiles }: FolderButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={(element) => {
          input.current = element;
          element?.setAttribute("webkitdirectory", "");
        }}
        type="file"
        multiple
        hidden
        aria-label={words.chooseFolder}
        onChange={({ target }) => {
          onFiles(pathedFiles(target.files));
          target.value = "";
        }}
      />
      <Button
        variant="secondary"
        className="self-start"
        disabled={disabled}
        icon={<Icon of={FolderUp} />}
        onClick={() => input.current?.click()}
      >
        {words.chooseFolder}
      </Button>
    </>
  );
}
