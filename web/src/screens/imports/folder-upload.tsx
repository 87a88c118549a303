import { uploadRules } from "contract/files";
import { importMessages } from "#web/messages/imports.ts";
import { Button } from "#web/ui/button.tsx";
import { cardLook } from "#web/ui/card.tsx";
import { Dropzone } from "#web/ui/dropzone.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { Notice } from "#web/ui/states.tsx";
import { FolderButton } from "./folder-button.tsx";
import { pathedFiles } from "./folder-files.ts";
import { useFolderUpload } from "./use-folder-upload.ts";

const texts = importMessages.folderUpload;

/** The files of a folder on their way; the same folder, dropped again, goes on where it was. */
export function FolderUpload({ id }: { readonly id: number }) {
  const { begin, stop, isRunning, isBroken, done, all, there, refused } = useFolderUpload(id);
  return (
    <div className={`${cardLook} flex flex-col gap-4 p-4`}>
      {isRunning ? (
        <div className="flex flex-col gap-2">
          <ProgressBar share={all === 0 ? null : done / all} label={texts.label} />
          <div className="flex items-center justify-between gap-2 text-sm text-muted">
            <span className="tabular">
              {texts.progress(done, all)}
              {there > 0 ? ` · ${texts.there(there)}` : null}
            </span>
            <Button variant="ghost" size="sm" onClick={stop}>
              {texts.stop}
            </Button>
          </div>
        </div>
      ) : (
        <div className="flex flex-wrap items-center gap-4">
          <div className="min-w-0 flex-1 basis-56">
            <Dropzone
              label={texts.drop}
              extensions={uploadRules.importScan.extensions}
              multiple
              hint={texts.hint}
              onFiles={(files) => void begin(pathedFiles(files))}
            />
          </div>
          <FolderButton onFiles={(files) => void begin(files)} />
        </div>
      )}
      {isBroken ? <Notice tone="danger">{texts.offline}</Notice> : null}
      {refused.length > 0 ? (
        <details className="text-sm">
          <summary>{texts.refused(refused.length)}</summary>
          <ul className="mt-2 flex flex-col gap-1">
            {refused.map(({ path, reason }) => (
              <li key={path} className="break-words" dir="auto">
                {path}: <span className="text-danger">{reason}</span>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  );
}
