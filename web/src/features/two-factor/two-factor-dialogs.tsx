import type { Passkey } from "contract/two-factor";
import { messages } from "#web/messages/messages.ts";
import { PasswordDialog } from "./password-dialog.tsx";
import {
  useAddPasskey,
  useRemovePasskey,
  useRemoveTotp,
  useRenewRecoveryCodes,
} from "./two-factor.queries.ts";

const texts = messages.factors;

type Closing = { readonly onClose: () => void };
type Codes = readonly string[] | null;

export function AddPasskey({
  onAdded,
  onClose,
}: Closing & { readonly onAdded: (codes: Codes) => void }) {
  const add = useAddPasskey();
  return (
    <PasswordDialog
      title={texts.passkey.addTitle}
      description={texts.passkey.addText}
      submit={texts.passkey.submit}
      pending={texts.passkey.pending}
      suggestedName={systemName()}
      onSubmit={async (input) => onAdded((await add.mutateAsync(input)).recoveryCodes)}
      onClose={onClose}
    />
  );
}

export function RemovePasskey({ passkey, onClose }: Closing & { readonly passkey: Passkey }) {
  const remove = useRemovePasskey(passkey);
  return (
    <RemoveDialog
      title={texts.passkey.removeTitle(passkey.name)}
      onRemove={(body) => remove.mutateAsync(body)}
      onClose={onClose}
    />
  );
}

export function RemoveApp({ onClose }: Closing) {
  const remove = useRemoveTotp();
  return (
    <RemoveDialog
      title={texts.app.removeTitle}
      onRemove={(body) => remove.mutateAsync(body)}
      onClose={onClose}
    />
  );
}

export function RenewCodes({
  onMade,
  onClose,
}: Closing & { readonly onMade: (codes: Codes) => void }) {
  const renew = useRenewRecoveryCodes();
  return (
    <PasswordDialog
      endsTokens={false}
      title={texts.recovery.renewTitle}
      description={texts.recovery.renewText}
      submit={texts.recovery.renew}
      pending={texts.recovery.renewPending}
      onSubmit={async ({ currentPassword }) =>
        onMade((await renew.mutateAsync({ currentPassword })).recoveryCodes)
      }
      onClose={onClose}
    />
  );
}

type RemoveDialogProps = Closing & {
  readonly title: string;
  readonly onRemove: (body: { currentPassword: string }) => Promise<unknown>;
};

function RemoveDialog({ title, onRemove, onClose }: RemoveDialogProps) {
  return (
    <PasswordDialog
      title={title}
      description={texts.removeText}
      submit={texts.remove}
      pending={texts.removePending}
      variant="danger"
      onSubmit={async ({ currentPassword }) => {
        await onRemove({ currentPassword });
        onClose();
      }}
      onClose={onClose}
    />
  );
}

/** A name to begin with: the system this browser runs on. */
function systemName(): string {
  const known = ["iPhone", "iPad", "Android", "Windows", "Mac", "Linux"];
  return known.find((name) => navigator.userAgent.includes(name)) ?? texts.passkey.title;
}
