import { Upload } from "lucide-react";
import type { ReactElement } from "react";
import type { CaseRow } from "contract/case-lists";
import { messages } from "#web/messages/messages.ts";
import { DropdownMenu, MenuItem } from "#web/ui/dropdown-menu.tsx";
import type { DashboardDialog } from "./use-dashboard-dialogs.ts";

type CaseMenuListProps = {
  readonly caseFile: CaseRow;
  readonly trigger: ReactElement;
  readonly onOpen: (dialog: DashboardDialog) => void;
};

/** Mounted by the press that asks for it, so it opens at once. */
export function CaseMenuList({ caseFile, trigger, onOpen }: CaseMenuListProps) {
  return (
    <DropdownMenu trigger={trigger} defaultOpen>
      <MenuItem icon={Upload} onSelect={() => onOpen({ kind: "upload", caseFile })}>
        {messages.cases.upload}
      </MenuItem>
    </DropdownMenu>
  );
}
