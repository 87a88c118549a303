import { useState } from "react";
import type { CaseStatus } from "contract/case-status";
import { useKeySet } from "#web/ui/use-key-set.ts";
import type { DashboardList } from "./use-dashboard-list.ts";

/** Which groups are closed, and the group that the pipeline strip has asked for. */
export function useGroupJump(list: DashboardList) {
  const { keys: closed, put: putClosed } = useKeySet();
  const [target, setTarget] = useState<CaseStatus | null>(null);

  const setOpen = (key: string, isOpen: boolean) => putClosed(key, !isOpen);

  return {
    closed,
    setOpen,
    target,
    /** Called by the list once it has scrolled there. */
    arrived: () => setTarget(null),
    toStatus: (status: CaseStatus) => {
      list.setGroupBy("status");
      list.setSearch("");
      setOpen(status, true);
      setTarget(status);
    },
  };
}

export type GroupJump = ReturnType<typeof useGroupJump>;
