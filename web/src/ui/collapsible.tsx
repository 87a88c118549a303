import { Collapsible } from "radix-ui";
import type { ReactNode } from "react";
import { GroupHeader, type GroupHeaderProps } from "./group-header.tsx";

type CollapsibleGroupProps = GroupHeaderProps & { readonly children: ReactNode };

/** A group that opens and closes. */
export function CollapsibleGroup({ children, ...header }: CollapsibleGroupProps) {
  return (
    <Collapsible.Root open={header.open} onOpenChange={header.onOpenChange}>
      <GroupHeader {...header} />
      <Collapsible.Content className="overflow-hidden data-[state=closed]:animate-close data-[state=open]:animate-open">
        {children}
      </Collapsible.Content>
    </Collapsible.Root>
  );
}
