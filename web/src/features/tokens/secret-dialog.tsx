import { tokenMessages as texts } from "#web/messages/tokens.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { toast } from "#web/ui/toast-store.ts";

export type Made = { readonly name: string; readonly secret: string };

type SecretDialogProps = { readonly made: Made; readonly onClose: () => void };

/** The only time it is shown: a click beside the dialog or Escape does not lose it. */
export function SecretDialog({ made, onClose }: SecretDialogProps) {
  return (
    <Dialog
      open
      stays
      onOpenChange={onClose}
      size="md"
      title={texts.secretTitle(made.name)}
      description={texts.secretText}
      footer={
        <>
          <Button variant="secondary" onClick={() => void copy(made.secret)}>
            {texts.copy}
          </Button>
          <Button onClick={onClose}>{texts.done}</Button>
        </>
      }
    >
      <p
        aria-label={texts.secretLabel}
        className="rounded-md bg-sunken px-5 py-4 font-mono text-sm break-words select-all"
      >
        {made.secret}
      </p>
    </Dialog>
  );
}

async function copy(secret: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(secret);
    toast({ title: texts.copied, description: texts.copiedText });
  } catch {
    // The browser refuses, or the page has no https: it is there to be selected.
    toast({ title: texts.copyFailed, variant: "destructive" });
  }
}
