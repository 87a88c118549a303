import { Link } from "@tanstack/react-router";
import { type ComponentProps, type ReactNode, useId } from "react";
import { messages } from "#web/messages/messages.ts";
import { CountBadge } from "#web/ui/badge.tsx";
import { classes } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import type { PageGroup, PageLink } from "./navigation.ts";
import { useReviewCount } from "./review-count.ts";

type SidebarLinksProps = {
  readonly groups: readonly PageGroup[];
  readonly isCollapsed?: boolean;
  /** Draws a link in another way. */
  readonly linkOf?: (page: PageLink) => ReactNode;
};

/** Groups under their headings; collapsed, a hairline stands for a heading. */
export function SidebarLinks({ groups, isCollapsed = false, linkOf }: SidebarLinksProps) {
  return groups.map((group, index) => (
    <SidebarGroup
      key={group.pages[0]?.to ?? index}
      group={group}
      isCollapsed={isCollapsed}
      // Or it would be read as one of those under the heading above.
      isApart={group.heading === null && (groups[index - 1]?.heading ?? null) !== null}
    >
      {group.pages.map((page) => (
        <li key={page.to}>
          {linkOf?.(page) ?? <SidebarLink page={page} isCollapsed={isCollapsed} />}
        </li>
      ))}
    </SidebarGroup>
  ));
}

type SidebarGroupProps = {
  readonly group: PageGroup;
  readonly isCollapsed: boolean;
  readonly isApart: boolean;
  readonly children: ReactNode;
};

function SidebarGroup({ group: { heading }, isCollapsed, isApart, children }: SidebarGroupProps) {
  const headingId = useId();
  if (heading === null)
    return (
      <ul className={classes("space-y-0.5", isApart ? "mt-3" : "not-first:mt-0.5")}>{children}</ul>
    );
  return (
    <>
      {isCollapsed ? (
        <hr className="mx-2.5 my-1.5 border-line" />
      ) : (
        <h2 id={headingId} className="px-2.5 pt-3 pb-1 text-2xs leading-4 font-normal text-muted">
          {heading}
        </h2>
      )}
      <ul
        aria-labelledby={isCollapsed ? undefined : headingId}
        aria-label={isCollapsed ? heading : undefined}
        className="space-y-0.5"
      >
        {children}
      </ul>
    </>
  );
}

type SidebarLinkProps = Omit<ComponentProps<"a">, "href"> & {
  readonly page: PageLink;
  readonly isCollapsed: boolean;
};

export function SidebarLink({ page, isCollapsed, ...rest }: SidebarLinkProps) {
  const waiting = useReviewCount(page.to === "/review") ?? 0;
  const name = waiting > 0 ? messages.shell.links.reviewWaiting(waiting) : page.label;
  return (
    <Link
      to={page.to}
      activeOptions={{ exact: page.to === "/", includeSearch: false }}
      aria-label={isCollapsed || waiting > 0 ? name : undefined}
      className={classes(
        "group relative flex h-9 items-center gap-3 rounded-md text-sm font-medium text-muted transition-colors hover:bg-ink/4 hover:text-ink data-[status=active]:bg-ink/7 data-[status=active]:text-ink",
        isCollapsed ? "justify-center" : "px-2.5",
      )}
      {...rest}
    >
      <Icon of={page.icon} className="group-data-[status=active]:text-accent" />
      {/* A space, or what is seen would be 'Review12', which the name does not hold. */}
      {isCollapsed ? null : waiting > 0 ? `${page.label} ` : page.label}
      {isCollapsed && waiting > 0 ? (
        <span className="absolute end-2 top-1.5 size-2 rounded-full bg-brass" />
      ) : null}
      {isCollapsed ? null : <CountBadge count={waiting} className="ms-auto" />}
    </Link>
  );
}
