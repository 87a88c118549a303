import { Bot, KeyRound, LockOpen, LogOut, MailCheck, MailPlus, ShieldOff } from "lucide-react";
import type { User } from "contract/users";
import { messages } from "#web/messages/messages.ts";
import { DropdownMenu, MenuItem } from "#web/ui/dropdown-menu.tsx";
import { PlainIconButton } from "#web/ui/plain-icon-button.tsx";
import type { RowAction } from "#web/ui/row-actions.tsx";
import { useAccessAction } from "./users.queries.ts";

const texts = messages.users;

/** For somebody who cannot get in, must not stay in, or whom mails do not reach; and what programs may do for him. */
export function useAccessActions(user: User, onTokens?: (user: User) => void): RowAction[] {
  const tryMails = useAccessAction("tryMails");
  const actions = [
    { icon: MailPlus, name: "sendResetLink", action: useAccessAction("sendResetLink") },
    { icon: LockOpen, name: "unlock", action: useAccessAction("unlock") },
    { icon: LogOut, name: "signOut", action: useAccessAction("signOut") },
    { icon: ShieldOff, name: "removeFactors", action: useAccessAction("removeFactors") },
    ...(user.mailFails ? [{ icon: MailCheck, name: "tryMails", action: tryMails } as const] : []),
  ] as const;
  const isPending = actions.some(({ action }) => action.isPending);
  const access = actions.map(({ icon, name, action }) => ({
    icon,
    label: texts.access[name].label,
    isPending,
    onSelect: () => action.mutate(user),
  }));
  if (!onTokens || (user.role === "client" && !user.isAdmin)) return access;
  return [...access, { icon: Bot, label: texts.apiTokens, onSelect: () => onTokens(user) }];
}

type AccessMenuProps = { readonly name: string; readonly actions: readonly RowAction[] };

export function AccessMenu({ name, actions }: AccessMenuProps) {
  return (
    <DropdownMenu
      trigger={
        <PlainIconButton
          size="sm"
          icon={KeyRound}
          label={texts.accessOf(name)}
          pending={actions.some(({ isPending }) => isPending)}
        />
      }
    >
      {actions.map(({ icon, label, isPending, onSelect }) => (
        <MenuItem key={label} icon={icon} disabled={isPending} onSelect={onSelect}>
          {label}
        </MenuItem>
      ))}
    </DropdownMenu>
  );
}
