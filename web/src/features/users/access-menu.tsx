import { KeyRound, LockOpen, LogOut, MailPlus, ShieldOff } from "lucide-react";
import type { User } from "contract/users";
import { messages } from "#web/messages/messages.ts";
import { DropdownMenu, MenuItem } from "#web/ui/dropdown-menu.tsx";
import { PlainIconButton } from "#web/ui/plain-icon-button.tsx";
import { useAccessAction } from "./users.queries.ts";

const texts = messages.users;

type AccessMenuProps = { readonly user: User; readonly name: string };

/** For somebody who cannot get in, or must not stay in. */
export function AccessMenu({ user, name }: AccessMenuProps) {
  const sendResetLink = useAccessAction("sendResetLink");
  const unlock = useAccessAction("unlock");
  const signOut = useAccessAction("signOut");
  const removeFactors = useAccessAction("removeFactors");
  const pending = [sendResetLink, unlock, signOut, removeFactors].some(
    (action) => action.isPending,
  );
  return (
    <DropdownMenu
      trigger={
        <PlainIconButton size="sm" icon={KeyRound} label={texts.accessOf(name)} pending={pending} />
      }
    >
      <MenuItem icon={MailPlus} disabled={pending} onSelect={() => sendResetLink.mutate(user)}>
        {texts.access.sendResetLink.label}
      </MenuItem>
      <MenuItem icon={LockOpen} disabled={pending} onSelect={() => unlock.mutate(user)}>
        {texts.access.unlock.label}
      </MenuItem>
      <MenuItem icon={LogOut} disabled={pending} onSelect={() => signOut.mutate(user)}>
        {texts.access.signOut.label}
      </MenuItem>
      <MenuItem icon={ShieldOff} disabled={pending} onSelect={() => removeFactors.mutate(user)}>
        {texts.access.removeFactors.label}
      </MenuItem>
    </DropdownMenu>
  );
}
