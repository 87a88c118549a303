import { type ComponentProps, Suspense, useState } from "react";
import type { CurrentUser } from "contract/session";
import { initialsOf } from "#web/format/person.ts";
import { messages } from "#web/messages/messages.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { FetchBoundary } from "#web/ui/fetch-boundary.tsx";
import { fetched } from "#web/ui/fetched.tsx";

const UserMenuList = fetched(async () => (await import("./user-menu-list.tsx")).UserMenuList);

/** The person's picture in the header; its menu is fetched when the pointer or the focus comes near. */
export function UserMenu({ user }: { readonly user: CurrentUser }) {
  const [wasOpened, setWasOpened] = useState(false);
  const closed = (
    <UserMenuButton
      user={user}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={UserMenuList.fetch}
      onFocus={UserMenuList.fetch}
      onClick={() => setWasOpened(true)}
    />
  );
  if (!wasOpened) return closed;
  return (
    <FetchBoundary fallback={closed} onGiveUp={() => setWasOpened(false)}>
      <Suspense fallback={closed}>
        <UserMenuList user={user} trigger={<UserMenuButton user={user} />} />
      </Suspense>
    </FetchBoundary>
  );
}

type UserMenuButtonProps = ComponentProps<"button"> & { readonly user: CurrentUser };

function UserMenuButton({ user, ...rest }: UserMenuButtonProps) {
  const initials = initialsOf(user);
  return (
    <button
      type="button"
      aria-label={messages.shell.userMenu(initials)}
      className="relative ms-1 reach rounded-full"
      {...rest}
    >
      <Avatar initials={initials} seed={String(user.id)} imageUrl={user.profileImageUrl} />
    </button>
  );
}
