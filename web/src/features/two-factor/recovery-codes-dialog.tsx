import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { toast } from "#web/ui/toast-store.ts";

const texts = messages.factors.recovery;

type RecoveryCodesDialogProps = {
  readonly codes: readonly string[];
  readonly onClose: () => void;
};

/** The only time they are shown: a click beside the dialog or Escape does not lose them. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  return (
    <Dialog
      open
      stays
      onOpenChange={onClose}
      size="sm"
      title={texts.shownTitle}
      description={texts.shownText}
      footer={
        <>
          <Button variant="secondary" onClick={() => void copy(codes)}>
            {texts.copy}
          </Button>
          <Button variant="secondary" asChild>
            <a href={addressOf(codes)} download={texts.fileName}>
              {texts.download}
            </a>
          </Button>
          <Button onClick={onClose}>{texts.done}</Button>
        </>
      }
    >
      <ol className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-md bg-sunken px-5 py-4 text-center font-mono text-base">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
    </Dialog>
  );
}

async function copy(codes: readonly string[]): Promise<void> {
  try {
    await navigator.clipboard.writeText(codes.join("\n"));
    toast({ title: texts.copied, description: texts.copiedText });
  } catch {
    // The browser refuses, or the page has no https: the codes are there to be read and downloaded.
    toast({ title: texts.copyFailed, variant: "destructive" });
  }
}

function addressOf(codes: readonly string[]): string {
  return `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join("\n")}\n`)}`;
}
