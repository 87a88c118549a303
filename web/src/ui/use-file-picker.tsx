import { type ReactNode, useRef } from "react";

type FilePicker = {
  /** What screen readers and tests find the field by. */
  readonly label: string;
  readonly accept?: string;
  readonly isMultiple?: boolean;
  /** The camera on the far side of a phone, instead of its files. */
  readonly isCamera?: boolean;
  /** Of a folder browsers ask by a file field of its own. */
  readonly isFolder?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
};

/** A file field that nobody sees, and what opens it: a button says better what a file is wanted for. */
export function useFilePicker({
  label,
  accept,
  isMultiple = false,
  isCamera = false,
  isFolder = false,
  onFiles,
}: FilePicker): readonly [field: ReactNode, choose: () => void] {
  const input = useRef<HTMLInputElement>(null);
  const field = (
    <input
      ref={(element) => {
        input.current = element;
        if (isFolder) element?.setAttribute("webkitdirectory", "");
      }}
      type="file"
      hidden
      aria-label={label}
      accept={accept}
      capture={isCamera ? "environment" : undefined}
      multiple={isMultiple || isFolder}
      onChange={({ target }) => {
        const files = [...(target.files ?? [])];
        // The same file can be chosen once more.
        target.value = "";
        if (files.length > 0) onFiles(files);
      }}
    />
  );
  return [field, () => input.current?.click()];
}
