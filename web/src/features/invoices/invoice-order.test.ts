import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Program, programs } from "contract/case-parts";
import { type Invoice, invoiceStages, invoiceStatuses } from "contract/invoices";
import { buildInvoice } from "#web/testing/records.ts";
import {
  groupInvoices,
  invoiceGroupings,
  prepareInvoiceSearch,
  searchInvoices,
  sortInvoices,
} from "./invoice-order.ts";

function ofProgram(program: Program, fields: Partial<Invoice> = {}): Invoice {
  const invoice = buildInvoice(fields);
  return { ...invoice, case: { ...invoice.case, program } };
}

const invoices = fc
  .array(
    fc.record({
      number: fc.integer({ min: 1, max: 40 }),
      stage: fc.constantFrom(...invoiceStages),
      status: fc.constantFrom(...invoiceStatuses),
      currency: fc.constantFrom("USD", "AED"),
      date: fc.constantFrom("2026-01-02", "2026-01-10", "2025-12-31"),
      program: fc.constantFrom(...programs),
    }),
    { maxLength: 12 },
  )
  .map((list) =>
    list.map(({ number, program, ...fields }, index) =>
      ofProgram(program, { id: index + 1, invoiceId: `S1-2026-${number}-${index}`, ...fields }),
    ),
  );
const sortKeys = ["invoiceId", "date", "status", "created", "amount"] as const;
const codes = (list: readonly Invoice[]) => list.map(({ invoiceId }) => invoiceId);

describe("sorting invoices", () => {
  it("by id counts the numbers in them: 2 stands before 10 [I-INV-011, D-149]", () => {
    const list = ["S1-2026-10", "S1-2026-2", "s1-2026-1"].map((invoiceId) =>
      buildInvoice({ invoiceId }),
    );
    const sorted = (isDescending: boolean) =>
      codes(sortInvoices(list, { by: "invoiceId", isDescending }));
    expect(sorted(false)).toEqual(["s1-2026-1", "S1-2026-2", "S1-2026-10"]);
    expect(sorted(true)).toEqual(["S1-2026-10", "S1-2026-2", "s1-2026-1"]);
  });

  it("by status follows the order of the statuses [I-INV-011, I-INV-012]", () => {
    const list = invoiceStatuses.toReversed().map((status) => buildInvoice({ status }));
    const sorted = (isDescending: boolean) =>
      sortInvoices(list, { by: "status", isDescending }).map(({ status }) => status);
    expect(sorted(false)).toEqual([...invoiceStatuses]);
    expect(sorted(true)).toEqual(invoiceStatuses.toReversed());
  });

  it("by date goes by the day, and among equals by the newest id [I-INV-011]", () => {
    const list = [
      buildInvoice({ invoiceId: "S1-1", date: "2026-01-10" }),
      buildInvoice({ invoiceId: "S1-2", date: "2026-01-02" }),
      buildInvoice({ invoiceId: "S1-3", date: "2026-01-10" }),
    ];
    expect(codes(sortInvoices(list, { by: "date", isDescending: false }))).toEqual([
      "S1-2",
      "S1-3",
      "S1-1",
    ]);
  });

  it("loses none and does not depend on the order they came in", () => {
    const sort = fc.record({ by: fc.constantFrom(...sortKeys), isDescending: fc.boolean() });
    fc.assert(
      fc.property(invoices, sort, (list, chosen) => {
        const sorted = codes(sortInvoices(list, chosen));
        expect(sorted.toSorted()).toEqual(codes(list).toSorted());
        expect(codes(sortInvoices(list.toReversed(), chosen))).toEqual(sorted);
      }),
    );
  });
});

describe("grouping invoices", () => {
  it("puts every invoice into one group and shows no empty one [I-INV-010, I-INV-014]", () => {
    fc.assert(
      fc.property(invoices, fc.constantFrom(...invoiceGroupings), (list, grouping) => {
        const groups = groupInvoices(list, grouping);
        expect(groups.flatMap((group) => codes(group.invoices)).toSorted()).toEqual(
          codes(list).toSorted(),
        );
        expect(groups.every((group) => group.invoices.length > 0)).toBe(true);
      }),
    );
  });

  it("keeps the order of the lists: stages, statuses, programs, currencies [D-177]", () => {
    const list = [
      ofProgram("nauru", { stage: "Post Citizenship", status: "Cancelled", currency: "AED" }),
      ofProgram("vanuatu", { stage: "Stage 1", status: "Sent", currency: "USD" }),
      ofProgram("vanuatu", { stage: "Add On", status: "Completed", currency: "USD" }),
    ];
    const labels = (grouping: (typeof invoiceGroupings)[number]) =>
      groupInvoices(list, grouping).map(({ label }) => label);
    expect(labels("stage")).toEqual(["Stage 1", "Add On", "Post Citizenship"]);
    expect(labels("status")).toEqual(["Sent", "Completed", "Cancelled"]);
    expect(labels("program")).toEqual(["Vanuatu", "Nauru"]);
    expect(labels("currency")).toEqual(["USD", "AED"]);
  });
});

describe("searching invoices", () => {
  const wanted = ofProgram("nauru", {
    id: 1,
    invoiceId: "PC-2026-0009",
    caseTitle: "Haddad Family",
    stage: "Post Citizenship",
    status: "Funds Processed",
    currency: "AED",
  });
  const prepared = prepareInvoiceSearch([wanted, buildInvoice({ id: 2 })]);
  const find = (text: string) => searchInvoices(prepared, text).map(({ id }) => id);

  it.each([
    ["id", "pc-2026", "I-INV-004"],
    ["case title", "HADDAD", "I-INV-005"],
    ["status", "funds", "I-INV-006"],
    ["stage", "post cit", "I-INV-007"],
    ["currency", "aed", "I-INV-008"],
    ["program", "Nauru", "I-INV-009, D-177"],
  ])("finds one by its %s: %s [%s]", (_, text) => {
    expect(find(` ${text} `)).toEqual([1]);
  });

  it("finds everything when nothing is typed", () => {
    expect(find("")).toEqual([1, 2]);
    expect(find("no such invoice")).toEqual([]);
  });
});
