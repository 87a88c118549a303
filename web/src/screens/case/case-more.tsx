import { Link } from "@tanstack/react-router";
import { Ellipsis, FileArchive, FolderOutput } from "lucide-react";
import { useState } from "react";
import { useCurrentUser } from "#web/api/current-user.ts";
import { CaseExportDialog } from "#web/features/exports/case-export-dialog.tsx";
import { exportMessages } from "#web/messages/exports.ts";
import { messages } from "#web/messages/messages.ts";
import { DropdownMenu, MenuItem } from "#web/ui/dropdown-menu.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PlainIconButton } from "#web/ui/plain-icon-button.tsx";

/** What staff do with a case now and then. */
export function CaseMore({ caseId }: { readonly caseId: string }) {
  const user = useCurrentUser();
  const [isExporting, setIsExporting] = useState(false);
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
        <MenuItem icon={FileArchive} onSelect={() => setIsExporting(true)}>
          {exportMessages.wholeCase.item}
        </MenuItem>
      </DropdownMenu>
      <CaseExportDialog caseId={caseId} open={isExporting} onOpenChange={setIsExporting} />
    </span>
  );
}
