import { Tooltip, TooltipProvider } from "#web/ui/tooltip.tsx";
import type { PageLink } from "./navigation.ts";
import { SidebarLink } from "./sidebar-links.tsx";

/** The links of the collapsed sidebar: icons with their names as tooltips. */
export function CollapsedLinks({ pages }: { readonly pages: readonly PageLink[] }) {
  return (
    <TooltipProvider>
      <ul className="space-y-0.5">
        {pages.map((page) => (
          <li key={page.to}>
            <Tooltip text={page.label} side="right">
              <SidebarLink page={page} isCollapsed />
            </Tooltip>
          </li>
        ))}
      </ul>
    </TooltipProvider>
  );
}
