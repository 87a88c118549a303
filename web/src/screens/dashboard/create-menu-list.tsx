import { useNavigate } from "@tanstack/react-router";
import { FileInput } from "lucide-react";
import type { ReactElement } from "react";
import { messages } from "#web/messages/messages.ts";
import { DropdownMenu, MenuItem } from "#web/ui/dropdown-menu.tsx";

/** Other ways for cases to come in. */
export function CreateMenuList({ trigger }: { readonly trigger: ReactElement }) {
  const navigate = useNavigate();
  return (
    <DropdownMenu trigger={trigger} defaultOpen>
      <MenuItem
        icon={FileInput}
        onSelect={() => void navigate({ to: "/imports", search: { import: "new" } })}
      >
        {messages.shell.jump.importCases}
      </MenuItem>
    </DropdownMenu>
  );
}
