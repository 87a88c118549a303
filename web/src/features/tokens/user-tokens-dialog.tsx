import { tokenMessages as texts } from "#web/messages/tokens.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { TokenList } from "./token-list.tsx";
import { useTokensOfUser } from "./tokens.queries.ts";

type UserTokensDialogProps = {
  readonly user: { readonly id: number; readonly name: string };
  readonly onClose: () => void;
};

/** What an admin sees of somebody's tokens, and revokes. */
export function UserTokensDialog({ user, onClose }: UserTokensDialogProps) {
  const tokens = useTokensOfUser(user.id);
  return (
    <Dialog
      open
      flush
      onOpenChange={onClose}
      size="md"
      title={texts.of(user.name)}
      description={texts.ofText}
    >
      <TokenList tokens={tokens} userId={user.id} />
    </Dialog>
  );
}
