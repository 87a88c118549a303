import { useState } from "react";
import type { CaseRow } from "contract/case-lists";
import { useCreateCaseRequest } from "#web/shell/window-events.ts";
import { mayDiscard, unsavedOnPage } from "#web/ui/unsaved.ts";

export type DashboardDialog =
  | { readonly kind: "create" }
  | { readonly kind: "samples" }
  | { readonly kind: "edit"; readonly caseFile: CaseRow }
  | { readonly kind: "upload"; readonly caseFile: CaseRow }
  | { readonly kind: "discuss"; readonly caseFile: CaseRow };

/** Which dialog stands above the dashboard. The window event 'openCreateCase' opens the create dialog (C:40). */
export function useDashboardDialogs(isAdmin: boolean) {
  const [current, setCurrent] = useState<DashboardDialog | null>(null);
  const create = async () => {
    // The dialog that is open gives way.
    if (isAdmin && (!unsavedOnPage.exists() || (await mayDiscard())))
      setCurrent({ kind: "create" });
  };
  useCreateCaseRequest(() => void create());
  return {
    current,
    open: setCurrent as (dialog: DashboardDialog) => void,
    close: () => setCurrent(null),
  };
}

export type DashboardDialogs = ReturnType<typeof useDashboardDialogs>;
