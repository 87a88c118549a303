import { Link } from "@tanstack/react-router";
import { Ellipsis, FolderOutput } from "lucide-react";
import { useCurrentUser } from "#web/api/current-user.ts";
import { messages } from "#web/messages/messages.ts";
import { DropdownMenu, MenuItem } from "#web/ui/dropdown-menu.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PlainIconButton } from "#web/ui/plain-icon-button.tsx";

/** What staff do with a case now and then. */
export function CaseMore({ caseId }: { readonly caseId: string }) {
  const user = useCurrentUser();
  if (!user.isAdmin && user.role !== "agent") return null;
  return (
    <span className="print:hidden">
      <DropdownMenu
        trigger={
          <PlainIconButton icon={Ellipsis} label={messages.caseScreen.more} look="outline" />
        }
      >
        <MenuItem asChild>
          <Link to="/case/$caseId/dossiers" params={{ caseId }}>
            <Icon of={FolderOutput} className="text-muted" />
            {messages.shell.links.dossiers}
          </Link>
        </MenuItem>
      </DropdownMenu>
    </span>
  );
}
