import { useId, useState } from "react";
import { caseExportsApi, type ExportAudience, exportAudiences } from "contract/case-exports";
import { download } from "#web/api/download.ts";
import { urlOf } from "#web/api/request.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { exportMessages } from "#web/messages/exports.ts";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { Dialog } from "#web/ui/dialog.tsx";

const texts = exportMessages.wholeCase;

type CaseExportDialogProps = {
  readonly caseId: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
};

/** Asks for whom. A large case takes its time; whoever closes the dialog meanwhile gets the file all the same. */
export function CaseExportDialog({ caseId, open, onOpenChange }: CaseExportDialogProps) {
  const [audience, setAudience] = useState<ExportAudience>("bureau");
  const [isPending, setIsPending] = useState(false);
  const id = useId();
  const save = async () => {
    setIsPending(true);
    try {
      const asked = { params: { caseId }, query: { audience } };
      await download(urlOf(caseExportsApi.download, asked), `${caseId}.zip`);
      onOpenChange(false);
    } catch (error) {
      failureToast(exportMessages.failedTitle, exportMessages.failed)(error);
    } finally {
      setIsPending(false);
    }
  };
  return (
    <Dialog
      size="sm"
      open={open}
      onOpenChange={onOpenChange}
      title={texts.title}
      description={texts.description}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      footer={
        <DialogButtons
          onCancel={() => onOpenChange(false)}
          isPending={isPending}
          submit={texts.submit}
          pendingText={texts.exporting}
        />
      }
    >
      <fieldset disabled={isPending}>
        <legend className="mb-1 text-sm font-semibold">{texts.audience}</legend>
        {exportAudiences.map((each) => (
          <label
            key={each}
            className="flex items-start gap-2.5 rounded-sm px-1.5 py-2 text-sm hover:bg-ink/4"
          >
            <input
              type="radio"
              name={id}
              checked={audience === each}
              onChange={() => setAudience(each)}
              aria-labelledby={`${id}-${each}-name`}
              aria-describedby={`${id}-${each}`}
              className="mt-0.5 size-4 shrink-0 accent-primary"
            />
            <span>
              <span id={`${id}-${each}-name`} className="block font-medium">
                {texts.for[each]}
              </span>
              <span id={`${id}-${each}`} className="text-muted">
                {texts.holds[each]}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      <p className="mt-3 text-sm text-muted">{texts.unencrypted}</p>
    </Dialog>
  );
}
