import { FolderUp } from "lucide-react";
import { importMessages } from "#web/messages/imports.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { useFilePicker } from "#web/ui/use-file-picker.tsx";
import { type PathedFile, pathedFiles } from "./folder-files.ts";

const words = importMessages.file;

type FolderButtonProps = {
  readonly disabled?: boolean;
  readonly onFiles: (files: readonly PathedFile[]) => void;
};

export function FolderButton({ disabled, onFiles }: FolderButtonProps) {
  const [field, choose] = useFilePicker({
    label: words.chooseFolder,
    isFolder: true,
    onFiles: (files) => onFiles(pathedFiles(files)),
  });
  return (
    <>
      {field}
      <Button
        variant="secondary"
        className="self-start"
        disabled={disabled}
        icon={<Icon of={FolderUp} />}
        onClick={choose}
      >
        {words.chooseFolder}
      </Button>
    </>
  );
}
