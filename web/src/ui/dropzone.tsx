import { CloudUpload, X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { useDropzone } from "react-dropzone";
import { messages } from "#web/messages/messages.ts";
import { classes } from "./classes.ts";
import { useFieldWiring } from "./field-context.ts";
import { FileIcon } from "./file-icon.tsx";
import { FileName } from "./file-name.tsx";
import { formatFileSize } from "./file-size.ts";
import { Icon } from "./icon.tsx";

type DropzoneProps = {
  /** Every file that was chosen or dropped, also those of a wrong kind: the caller says what is wrong with them. */
  readonly onFiles: (files: readonly File[]) => void;
  /** Lower-case extensions without the dot, for the file picker. */
  readonly extensions: readonly string[];
  readonly multiple?: boolean;
  readonly disabled?: boolean;
  /** Behind "Choose a file or drop it here": limits. */
  readonly hint?: ReactNode;
  /** Needed outside a `Field`. */
  readonly label?: string;
  readonly size?: "line" | "area";
};

const mediaTypes: Record<string, string> = {
  pdf: "application/pdf",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  gif: "image/gif",
  heic: "image/heic",
  txt: "text/plain",
};

/** Takes files by click, drop or paste. */
export function Dropzone({
  onFiles,
  extensions,
  multiple = false,
  disabled = false,
  hint,
  label,
  size = "line",
}: DropzoneProps) {
  const wiring = useFieldWiring();
  const wordsId = useId();
  const { getRootProps, getInputProps, isDragActive } = useDropzone({
    multiple,
    disabled,
    // The keyboard works on the input itself: a button around it would be two controls in one.
    noKeyboard: true,
    accept: acceptedTypes(extensions),
    onDrop: (accepted, rejected) => {
      const all = [...accepted, ...rejected.map(({ file }) => file)];
      if (all.length > 0) onFiles(multiple ? all : all.slice(0, 1));
    },
  });
  const words = multiple
    ? { choose: messages.ui.chooseFiles, drop: messages.ui.orDropThemHere }
    : { choose: messages.ui.chooseFile, drop: messages.ui.orDropHere };
  return (
    <div
      {...getRootProps()}
      data-disabled={disabled || undefined}
      className={classes(
        "flex cursor-pointer items-center gap-x-3 gap-y-1 rounded-lg border border-dashed border-field text-sm text-muted transition-colors hover:border-ring hover:bg-accent-soft/50 has-focus-visible:field-focus data-disabled:cursor-not-allowed data-disabled:opacity-55",
        size === "line"
          ? "min-h-12 px-6 py-3"
          : "min-h-32 flex-col justify-center px-6 py-6 text-center text-balance",
        isDragActive && "border-ring bg-accent-soft",
      )}
    >
      <input
        {...getInputProps({
          id: wiring.id,
          tabIndex: 0,
          "aria-label": label,
          "aria-describedby": classes(wiring["aria-describedby"], wordsId),
        })}
      />
      <Icon of={CloudUpload} size={20} />
      {isDragActive ? (
        <span className="font-medium text-accent">{messages.ui.dropNow}</span>
      ) : (
        <span id={wordsId}>
          <span className="font-medium text-accent">{words.choose}</span> {words.drop}
          {hint === undefined ? null : <>, {hint}</>}
        </span>
      )}
    </div>
  );
}

type FileListProps = { readonly files: readonly File[]; readonly onRemove?: (file: File) => void };

/** What has been chosen and not sent yet. */
export function FileList({ files, onRemove }: FileListProps) {
  if (files.length === 0) return null;
  return (
    <ul
      aria-label={messages.ui.files}
      className="divide-y divide-line rounded-lg border border-line"
    >
      {files.map((file) => (
        <li
          key={`${file.name}-${file.size}-${file.lastModified}`}
          className="flex h-11 items-center gap-2.5 ps-3 pe-1.5 text-sm"
        >
          <FileIcon name={file.name} />
          <FileName name={file.name} className="flex-1" />
          <span className="shrink-0 text-xs text-muted tabular">{formatFileSize(file.size)}</span>
          {onRemove === undefined ? null : (
            <button
              type="button"
              aria-label={messages.ui.removeFile(file.name)}
              onClick={() => onRemove(file)}
              className="grid size-8 shrink-0 place-items-center rounded-sm text-muted hover:bg-ink/6 hover:text-ink"
            >
              <Icon of={X} />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

function acceptedTypes(extensions: readonly string[]): Record<string, string[]> {
  const accepted: Record<string, string[]> = {};
  for (const extension of extensions) {
    const type = mediaTypes[extension] ?? "application/octet-stream";
    accepted[type] = [...(accepted[type] ?? []), `.${extension}`];
  }
  return accepted;
}
