import { type FormEvent, useState } from "react";
import { CODE_LENGTH } from "contract/session";
import { isRefusal } from "#web/api/api-error.ts";
import { errorSentence } from "#web/api/error-sentence.ts";
import { messages } from "#web/messages/messages.ts";
import { CodeField } from "#web/ui/code-field.tsx";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { PasswordDialog } from "./password-dialog.tsx";
import { QrCode } from "./qr-code.tsx";
import { useConfirmTotp, useStartTotp } from "./two-factor.queries.ts";

const texts = messages.factors.app;

type TotpDialogProps = {
  readonly onAdded: (recoveryCodes: readonly string[] | null) => void;
  readonly onClose: () => void;
};

/** The password, then the QR code and the app's first code. */
export function TotpDialog({ onAdded, onClose }: TotpDialogProps) {
  const start = useStartTotp();
  if (start.data !== undefined) {
    return <FirstCode {...start.data} onAdded={onAdded} onClose={onClose} />;
  }
  return (
    <PasswordDialog
      title={texts.addTitle}
      description={texts.passwordText}
      submit={texts.next}
      pending={texts.nextPending}
      onSubmit={({ currentPassword }) => start.mutateAsync({ currentPassword })}
      onClose={onClose}
    />
  );
}

type FirstCodeProps = TotpDialogProps & { readonly secret: string; readonly uri: string };

function FirstCode({ secret, uri, onAdded, onClose }: FirstCodeProps) {
  const [code, setCode] = useState("");
  const [isTooShort, setIsTooShort] = useState(false);
  const confirm = useConfirmTotp();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTooShort(code.length !== CODE_LENGTH);
    if (code.length !== CODE_LENGTH) return;
    confirm.mutate(code, {
      onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes),
      onError: (error) => {
        if (isRefusal(error)) setCode("");
      },
    });
  };
  const refusal = confirm.isError ? errorSentence(confirm.error, texts.failed) : undefined;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="md"
      busy={confirm.isPending}
      title={texts.addTitle}
      description={texts.scan}
      onSubmit={submit}
      footer={
        <DialogButtons
          onCancel={onClose}
          isPending={confirm.isPending}
          submit={texts.submit}
          pendingText={texts.pending}
        />
      }
    >
      <div className="flex items-center gap-6 max-md:flex-col">
        <QrCode text={uri} label={texts.qrCode} />
        <div className="flex min-w-0 flex-1 flex-col gap-5 max-md:w-full">
          <div>
            <p className="text-sm font-medium">{texts.key}</p>
            <p className="mt-1 font-mono text-sm break-words text-muted select-all">
              {secret.match(/.{1,4}/g)?.join(" ")}
            </p>
          </div>
          <CodeField
            label={texts.code}
            length={CODE_LENGTH}
            value={code}
            onChange={setCode}
            error={isTooShort ? texts.wrongLength : refusal}
          />
        </div>
      </div>
    </Dialog>
  );
}
