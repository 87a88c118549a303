import { Link } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { classes } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import type { PageLink } from "./navigation.ts";

type SidebarLinksProps = { readonly pages: readonly PageLink[]; readonly isCollapsed?: boolean };

export function SidebarLinks({ pages, isCollapsed = false }: SidebarLinksProps) {
  return (
    <ul className="space-y-0.5">
      {pages.map((page) => (
        <li key={page.to}>
          <SidebarLink page={page} isCollapsed={isCollapsed} />
        </li>
      ))}
    </ul>
  );
}

type SidebarLinkProps = Omit<ComponentProps<"a">, "href"> & {
  readonly page: PageLink;
  readonly isCollapsed: boolean;
};

export function SidebarLink({ page, isCollapsed, ...rest }: SidebarLinkProps) {
  return (
    <Link
      to={page.to}
      activeOptions={{ exact: page.to === "/", includeSearch: false }}
      aria-label={isCollapsed ? page.label : undefined}
      className={classes(
        "group flex h-9 items-center gap-3 rounded-md text-sm font-medium text-muted transition-colors hover:bg-ink/4 hover:text-ink data-[status=active]:bg-ink/7 data-[status=active]:text-ink",
        isCollapsed ? "justify-center" : "px-2.5",
      )}
      {...rest}
    >
      <Icon of={page.icon} className="group-data-[status=active]:text-accent" />
      {isCollapsed ? null : page.label}
    </Link>
  );
}
