import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { invoiceStages, invoiceStatuses } from "contract/invoices";
import { groupInvoices, sortInvoices } from "#web/features/invoices/invoice-order.ts";
import { buildInvoice } from "#web/testing/records.ts";
import { accountantGroupings, accountantSortKeys, filterInvoices } from "./accountant-order.ts";

const everything = { search: "", status: "all", stage: "all" } as const;
const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id);
const inOrder = (numbers: number[]) => numbers.toSorted((a, b) => a - b);
const invoices = fc
  .array(
    fc.record({
      stage: fc.constantFrom(...invoiceStages),
      status: fc.constantFrom(...invoiceStatuses),
      currency: fc.constantFrom("USD", "AED"),
      totalFee: fc.integer({ min: 0, max: 3 }),
    }),
    { maxLength: 12 },
  )
  .map((list) => list.map((fields, index) => buildInvoice({ id: index + 1, ...fields })));

describe("the accountant's list", () => {
  const list = [
    buildInvoice({ id: 1, invoiceId: "S1-2", caseTitle: "Haddad", status: "Sent" }),
    buildInvoice({ id: 2, invoiceId: "S2-1", caseTitle: "Rahman", stage: "Stage 2" }),
    buildInvoice({ id: 3, invoiceId: "S1-10", caseTitle: "Haddad", status: "Completed" }),
  ];

  it("is searched by invoice id or case title [I-ACCT-003]", () => {
    expect(ids(filterInvoices(list, { ...everything, search: " s2-" }))).toEqual([2]);
    expect(ids(filterInvoices(list, { ...everything, search: "HADDAD" }))).toEqual([1, 3]);
    expect(ids(filterInvoices(list, { ...everything, search: "completed" }))).toEqual([]);
    expect(ids(filterInvoices(list, everything))).toEqual([1, 2, 3]);
  });

  it("is narrowed by status and stage together with the search [I-ACCT-008, I-ACCT-009]", () => {
    expect(ids(filterInvoices(list, { ...everything, status: "Completed" }))).toEqual([3]);
    expect(ids(filterInvoices(list, { ...everything, stage: "Stage 2" }))).toEqual([2]);
    expect(
      ids(filterInvoices(list, { search: "haddad", status: "Sent", stage: "Stage 1" })),
    ).toEqual([1]);
  });

  it.each([
    ["created", "asc", [2, 3, 1]],
    ["created", "desc", [1, 3, 2]],
    ["amount", "asc", [3, 1, 2]],
    ["amount", "desc", [2, 1, 3]],
    ["invoice_id", "asc", [1, 3, 2]],
    ["invoice_id", "desc", [2, 3, 1]],
  ] as const)("is sorted by %s_%s [I-ACCT-010, I-ACCT-011, D-149]", (key, order, expected) => {
    const [first, second, third] = list.map((invoice, index) => ({
      ...invoice,
      createdAt:
        ["2026-01-03T00:00:00Z", "2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"][index] ?? "",
      totalFee: [200, 1000, 30][index] ?? 0,
    }));
    const sort = { by: accountantSortKeys[key], isDescending: order === "desc" };
    expect(ids(sortInvoices([first!, second!, third!], sort))).toEqual(expected);
  });

  it("is grouped in the order of its lists, without empty groups [I-ACCT-006, I-ACCT-013, I-ACCT-014]", () => {
    const backwards = invoiceStages.toReversed().map((stage) => buildInvoice({ stage }));
    expect(groupInvoices(backwards, "stage").map(({ label }) => label)).toEqual([
      "Stage 1",
      "Stage 2",
      "Add On",
      "Post Citizenship",
    ]);
    fc.assert(
      fc.property(invoices, fc.constantFrom(...accountantGroupings), (all, grouping) => {
        const groups = groupInvoices(all, grouping);
        expect(inOrder(groups.flatMap((group) => ids(group.invoices)))).toEqual(inOrder(ids(all)));
        if (grouping !== "none")
          expect(groups.every((group) => group.invoices.length > 0)).toBe(true);
      }),
    );
  });

  it("keeps a stage that nobody knows, at the end [I-ACCT-014]", () => {
    const strange = buildInvoice({ stage: "Stage 9" as never });
    expect(groupInvoices([strange, buildInvoice()], "stage").map(({ key }) => key)).toEqual([
      "Stage 1",
      "Stage 9",
    ]);
  });
});
