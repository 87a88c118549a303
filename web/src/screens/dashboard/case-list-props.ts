import type { SelectBox } from "./selection.tsx";
import type { DashboardDialog } from "./use-dashboard-dialogs.ts";
import type { ShownDashboardList } from "./use-dashboard-list.ts";
import type { GroupJump } from "./use-group-jump.ts";

export type CaseListProps = {
  readonly list: ShownDashboardList;
  readonly isAdmin: boolean;
  readonly SelectBox?: SelectBox;
  readonly jump: GroupJump;
  readonly onOpen: (dialog: DashboardDialog) => void;
};
