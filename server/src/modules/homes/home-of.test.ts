import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { caseStatuses, type CaseStatus } from "contract/case-status";
import type { ChecklistItem } from "contract/checklist";
import { type DueInvoice, type HomeState, homeStates, type NeededItem } from "contract/homes";
import { checklistOf } from "#server/modules/checklist/checklist-of.ts";
import { caseOf, decisionOf, documentOf, TODAY } from "#testing/checklist-facts.ts";
import { homeOf } from "./home-of.ts";

const passport = checklistOf(caseOf()).items.find(({ category }) => category === "passport");
if (!passport) throw new Error("Vanuatu asks for a passport");
const base: ChecklistItem = { ...passport, documents: [] };

const fileIn = (state: ChecklistItem["documents"][number]["state"], id = 1) => ({
  ...documentOf({ id }),
  version: 1,
  state,
  validUntil: state === "expired" || state === "expiring" ? "2026-12-01" : null,
  reviewState: state === "changes_requested" || state === "waiting" ? state : ("accepted" as const),
  publicText: state === "changes_requested" ? "Please send a newer one." : null,
});
const invoice = (id: number, date = "2026-11-01"): DueInvoice => ({
  id,
  invoiceId: `S1-2026-000${id}`,
  currency: "USD",
  totalFee: 100,
  date,
});
const applicants = [{ id: 1, fullName: "Nadim Sarrouf" }];

let made = 0;
function item(fields: Partial<ChecklistItem>): ChecklistItem {
  made += 1;
  return { ...base, key: `r${made}.p1`, state: "missing", counted: true, ...fields };
}
const home = (
  items: readonly ChecklistItem[],
  rest: { status?: CaseStatus; invoices?: readonly DueInvoice[] } = {},
) =>
  homeOf({
    checklist: { items: [...items] },
    status: "onboarding",
    applicants,
    invoices: [],
    ...rest,
  });
const keysOf = (needs: ReturnType<typeof home>["needs"]) =>
  needs.map((need) => (need.kind === "item" ? need.key : need.invoiceId));

const anyItem = fc
  .record({
    state: fc.constantFrom(
      ...(["missing", "waiting", "changes_requested", "accepted", "expiring"] as const),
      ...(["expired", "not_required", "undecided", "not_yet_due"] as const),
    ),
    providedBy: fc.constantFrom("client" as const, "bureau" as const, "government" as const),
    counted: fc.boolean(),
    dueOn: fc.option(fc.constantFrom("2026-11-20", TODAY, "2026-12-24")),
  })
  .map((fields) => {
    const isOpen = ["missing", "waiting", "changes_requested", "expired", "undecided"].includes(
      fields.state,
    );
    const documents = (["waiting", "changes_requested", "expired", "expiring"] as const)
      .filter((state) => state === fields.state)
      .map((state) => fileIn(state));
    const isOverdue = isOpen && fields.dueOn !== null && fields.dueOn < TODAY;
    return item({ ...fields, documents, isOverdue });
  });

describe("what is needed of a client", () => {
  it("is in exactly one state, the first that holds", { tags: ["W-HOM-002"] }, () => {
    fc.assert(
      fc.property(
        fc.array(anyItem, { maxLength: 8 }),
        fc.constantFrom(...caseStatuses),
        fc.boolean(),
        (items, status, isBilled) => {
          const asked = items.filter(
            ({ counted, providedBy, state }) =>
              counted &&
              providedBy === "client" &&
              ["missing", "changes_requested", "expired", "expiring"].includes(state),
          );
          const holds: Record<HomeState, boolean> = {
            finished: status === "citizen",
            closed: status === "cancelled",
            paused: status === "hold",
            overdue: asked.some(({ isOverdue }) => isOverdue),
            change: asked.some(({ state }) => state === "changes_requested"),
            upload: asked.length > 0 || isBilled,
            waiting: items.some(
              ({ state, providedBy }) => state === "waiting" && providedBy === "client",
            ),
            nothing: true,
          };
          const answer = home(items, { status, invoices: isBilled ? [invoice(1)] : [] });
          expect(answer.state).toBe(homeStates.find((state) => holds[state]));
          const isResting = holds.finished || holds.closed || holds.paused;
          const count = isResting ? 0 : asked.length + Number(isBilled);
          expect(answer.needs.length + answer.moreNeeds).toBe(count);
          expect(answer.needs.length).toBeLessThanOrEqual(3);
        },
      ),
    );
  });

  it(
    "stands in its order, invoices between what is out of date and what is missing",
    { tags: ["W-HOM-003"] },
    () => {
      const items = {
        expiring: item({ state: "expiring", documents: [fileIn("expiring")] }),
        missing: item({}),
        expired: item({ state: "expired", documents: [fileIn("expired")] }),
        change: item({ state: "changes_requested", documents: [fileIn("changes_requested")] }),
        later: item({ dueOn: "2026-11-19", isOverdue: true }),
        first: item({ dueOn: "2026-11-02", isOverdue: true, state: "expired" }),
        bureau: item({ providedBy: "bureau" }),
        government: item({ providedBy: "government" }),
        uncounted: item({ counted: false }),
      };
      const all = Object.values(items);
      const invoices = [invoice(1), invoice(2)];
      const order: string[] = [];
      // Three are shown: what has been seen is done, and the next ones come up.
      for (let left = all, unpaid = invoices; ;) {
        const { needs } = home(left, { invoices: unpaid });
        const [next] = keysOf(needs);
        if (next === undefined) break;
        order.push(next);
        left = left.filter(({ key }) => key !== next);
        unpaid = unpaid.filter(({ invoiceId }) => invoiceId !== next);
      }
      expect(order).toEqual([
        items.first.key,
        items.later.key,
        items.change.key,
        items.expired.key,
        "S1-2026-0001",
        "S1-2026-0002",
        items.missing.key,
        items.expiring.key,
      ]);
    },
  );

  it("is overdue from the day after, not on the day itself", { tags: ["W-HOM-006"] }, () => {
    const stateOn = (today: string) => {
      const decisions = [decisionOf({ title: "Deed of the flat", dueOn: "2026-11-20" })];
      const { items } = checklistOf(caseOf({ decisions, today }));
      return home(items.filter(({ extraId }) => extraId !== null));
    };
    expect(stateOn("2026-11-20")).toMatchObject({ state: "upload", needs: [{ isOverdue: false }] });
    expect(stateOn("2026-11-21")).toMatchObject({ state: "overdue", needs: [{ isOverdue: true }] });
  });

  it("counts files that are being checked, not papers", () => {
    const two = item({ state: "waiting", documents: [fileIn("waiting"), fileIn("waiting", 2)] });
    expect(home([two])).toEqual({ state: "waiting", needs: [], moreNeeds: 0, waiting: 2 });
    expect(home([{ ...two, category: "vanuatu-id" }])).toMatchObject({ state: "nothing" });
  });

  it("says what goes along with the file", () => {
    const documents = [fileIn("changes_requested", 7), fileIn("changes_requested", 8)];
    const change = home([item({ state: "changes_requested", documents, country: "ARE" })]);
    expect((change.needs[0] as NeededItem).upload).toEqual({
      category: "passport",
      assignedTo: 1,
      country: "ARE",
      extraItemId: null,
      replaces: 7,
    });
    const extra = home([item({ extraId: 4, applicantId: null })]);
    expect(extra.needs[0]).toMatchObject({
      person: null,
      upload: { category: null, assignedTo: null, extraItemId: 4, replaces: null },
    });
  });
});
