import { LogOut, PanelLeftClose, PanelLeftOpen } from "lucide-react";
import { Suspense } from "react";
import type { CurrentUser } from "contract/session";
import { displayNameOf, initialsOf } from "#web/format/person.ts";
import { messages } from "#web/messages/messages.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { classes } from "#web/ui/classes.ts";
import { FetchBoundary } from "#web/ui/fetch-boundary.tsx";
import { fetched } from "#web/ui/fetched.tsx";
import { PlainIconButton } from "#web/ui/plain-icon-button.tsx";
import { BrandMark } from "./brand.tsx";
import { bureauName } from "./bureau.ts";
import { sidebarGroups } from "./navigation.ts";
import { SidebarLinks } from "./sidebar-links.tsx";
import { signOut } from "./sign-out.ts";
import { useSidebar } from "./use-sidebar.ts";

/** Only the collapsed sidebar has to say what its icons mean. */
const CollapsedLinks = fetched(async () => (await import("./collapsed-links.tsx")).CollapsedLinks);

const text = messages.shell;

/** From 768 px on: 64 units wide, 16 when collapsed (I:119). */
export function Sidebar({ user }: { readonly user: CurrentUser }) {
  const { isCollapsed, toggle } = useSidebar();
  const groups = sidebarGroups(user);
  return (
    <aside
      data-state={isCollapsed ? "collapsed" : "expanded"}
      className={classes(
        "sticky top-0 z-40 flex h-dvh shrink-0 flex-col border-e border-line bg-canvas transition-[width] max-md:hidden print:hidden",
        isCollapsed ? "w-16" : "w-64",
      )}
    >
      <div
        className={classes(
          "flex h-14 shrink-0 items-center gap-2.5",
          isCollapsed ? "justify-center" : "ps-4 pe-2.5",
        )}
      >
        <BrandMark isWide={!isCollapsed} />
        {isCollapsed ? null : (
          <>
            <span className="min-w-0 flex-1 truncate text-base font-semibold">{bureauName}</span>
            <PlainIconButton
              icon={PanelLeftClose}
              iconSize={16}
              size="sm"
              label={text.collapseSidebar}
              onClick={toggle}
            />
          </>
        )}
      </div>
      {isCollapsed ? (
        <PlainIconButton
          icon={PanelLeftOpen}
          label={text.expandSidebar}
          onClick={toggle}
          className="mx-auto mb-1"
        />
      ) : null}
      <nav aria-label={text.navigation} className="min-h-0 flex-1 overflow-y-auto px-3">
        <p
          className={classes("py-2.5 text-2xs text-muted", isCollapsed ? "text-center" : "px-2.5")}
        >
          {user.isAdmin ? text.adminLabel : text.clientLabel}
        </p>
        {isCollapsed ? (
          <FetchBoundary
            fallback={<SidebarLinks groups={groups} isCollapsed />}
            onGiveUp={() => undefined}
          >
            <Suspense fallback={<SidebarLinks groups={groups} isCollapsed />}>
              <CollapsedLinks groups={groups} />
            </Suspense>
          </FetchBoundary>
        ) : (
          <SidebarLinks groups={groups} />
        )}
      </nav>
      <div
        className={classes(
          "shrink-0 border-t border-line",
          isCollapsed
            ? "flex flex-col items-center gap-2 py-3"
            : "flex min-h-15.5 items-center gap-2 px-2.5 py-2",
        )}
      >
        <Avatar
          initials={initialsOf(user)}
          seed={String(user.id)}
          imageUrl={user.profileImageUrl}
        />
        {isCollapsed ? null : (
          <div className="min-w-0 flex-1">
            {/* Where the role needs a line of its own, its dot stands before the edge and is not seen. */}
            <p className="flex flex-wrap items-baseline gap-x-3 overflow-hidden leading-4.5">
              <span className="truncate text-sm font-medium" title={displayNameOf(user)} dir="auto">
                {displayNameOf(user)}
              </span>
              <span className="-ms-1.5 text-xs whitespace-pre text-muted">
                {messages.shell.role(user.role)}
              </span>
            </p>
            <p className="truncate text-xs text-muted" title={user.email}>
              {user.email}
            </p>
          </div>
        )}
        <PlainIconButton
          icon={LogOut}
          size="sm"
          label={text.signOut}
          onClick={() => void signOut()}
        />
      </div>
    </aside>
  );
}
