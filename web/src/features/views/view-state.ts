/** What a view is beside what is shown, and the one that is opened first in this browser. */
import type { ViewQuery } from "contract/view-queries";
import type { View } from "contract/views";

const FIRST = "dashboardView";

/** As an address has it: the order of the parameters and how a number is written make no difference. */
export function isSameQuery(one: ViewQuery, other: ViewQuery): boolean {
  return textOf(one) === textOf(other);
}

function textOf(query: ViewQuery): string {
  return JSON.stringify(
    Object.entries(query)
      .map(([name, value]) => [name, String(value)])
      .toSorted(([a = ""], [b = ""]) => (a < b ? -1 : 1)),
  );
}

export function mayChange(view: View, { isAdmin }: { readonly isAdmin: boolean }): boolean {
  return view.shared ? isAdmin : view.own;
}

export function firstView(): number | null {
  try {
    const stored = Number(localStorage.getItem(FIRST));
    return Number.isSafeInteger(stored) && stored > 0 ? stored : null;
  } catch {
    return null;
  }
}

export function rememberFirstView(id: number | null): void {
  try {
    if (id === null) localStorage.removeItem(FIRST);
    else localStorage.setItem(FIRST, String(id));
  } catch {
    // A browser that stores nothing opens the list as it was left.
  }
}
