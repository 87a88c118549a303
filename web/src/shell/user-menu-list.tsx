import { Link } from "@tanstack/react-router";
import { LogOut } from "lucide-react";
import type { ReactElement } from "react";
import type { CurrentUser } from "contract/session";
import { displayNameOf } from "#web/format/person.ts";
import { messages } from "#web/messages/messages.ts";
import { DropdownMenu, MenuItem, MenuSeparator } from "#web/ui/dropdown-menu.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { headerLinks } from "./navigation.ts";
import { signOut } from "./sign-out.ts";

type UserMenuListProps = { readonly user: CurrentUser; readonly trigger: ReactElement };

/** The menu behind the picture in the header, open; its links are hidden on phones, where the bottom bar has them (C:29, D-117). */
export function UserMenuList({ user, trigger }: UserMenuListProps) {
  return (
    <DropdownMenu className="w-60" defaultOpen trigger={trigger}>
      <div className="px-2.5 py-2">
        <p className="flex flex-wrap items-baseline gap-x-1.5">
          <span className="text-sm font-medium wrap-anywhere" dir="auto">
            {displayNameOf(user)}
          </span>
          <span className="text-xs text-muted">{messages.shell.role(user.role)}</span>
        </p>
        <p className="text-xs wrap-anywhere text-muted">{user.email}</p>
      </div>
      <MenuSeparator className="max-md:hidden" />
      {headerLinks(user).map((page) => (
        <MenuItem key={page.to} asChild className="max-md:hidden">
          <Link to={page.to}>
            <Icon of={page.icon} className="text-muted" />
            {page.label}
          </Link>
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem icon={LogOut} onSelect={() => void signOut()}>
        {messages.shell.signOut}
      </MenuItem>
    </DropdownMenu>
  );
}
