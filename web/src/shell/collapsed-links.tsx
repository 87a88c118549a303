import { Tooltip, TooltipProvider } from "#web/ui/tooltip.tsx";
import type { PageGroup } from "./navigation.ts";
import { SidebarLink, SidebarLinks } from "./sidebar-links.tsx";

/** The links of the collapsed sidebar: icons with their names as tooltips. */
export function CollapsedLinks({ groups }: { readonly groups: readonly PageGroup[] }) {
  return (
    <TooltipProvider>
      <SidebarLinks
        groups={groups}
        isCollapsed
        linkOf={(page) => (
          <Tooltip text={page.label} side="right">
            <SidebarLink page={page} isCollapsed />
          </Tooltip>
        )}
      />
    </TooltipProvider>
  );
}
