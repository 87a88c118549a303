import { describe, expect, it } from "vitest";
import { buildQueueRow } from "#web/testing/queue-records.ts";
import { dateWarning, needsSorting, otherWarnings } from "./warnings.ts";

const judged = (basis: "issue-date" | "expiry-date" | "period-end", days: number) =>
  buildQueueRow({
    rule: {
      label: "Police Certificate (Origin)",
      form: null,
      help: null,
      note: null,
      window: { basis, days, warnDays: 30, referenceDay: "2026-11-09" },
    },
  });

describe("what is said before a document is accepted", () => {
  it("tells how old a certificate is on the day of handing in", { tags: ["W-VAL-012"] }, () => {
    const row = judged("issue-date", 180);
    expect(dateWarning(row, "2026-04-18")).toBe(
      "Issued 205 days before 9 Nov 2026; at most 180 are allowed.",
    );
    expect(dateWarning(row, "2026-05-13")).toBeNull();
    expect(dateWarning(row, "2026-05-12")).toContain("Issued 181 days");
    expect(dateWarning(row, "")).toBeNull();
  });

  it("tells how many days a passport has left that day", { tags: ["W-VAL-012"] }, () => {
    const row = judged("expiry-date", 30);
    expect(dateWarning(row, "2026-11-21")).toBe(
      "Only 12 days left on 9 Nov 2026; at least 30 are needed.",
    );
    expect(dateWarning(row, "2026-12-09")).toBeNull();
    expect(dateWarning(row, "2026-01-01")).toContain("Only 0 days left");
  });

  it("tells that there are enough files, or the same one twice", () => {
    const full = buildQueueRow({ sameAs: "Main - Scan.pdf" });
    const { item } = full;
    const files = { min: 1, max: 6, accepted: 6, waiting: 1 };
    expect(otherWarnings({ ...full, item: item && { ...item, files } })).toEqual([
      "Already 6 of at most 6 files.",
      'The same file is also in this case: "Main - Scan.pdf".',
    ]);
  });

  it("asks for type and person where one is missing, but not of a paper asked for by hand", () => {
    const row = buildQueueRow();
    const unsorted = { ...row.document, category: "uncategorized" as const };
    expect(needsSorting(row)).toBe(false);
    expect(needsSorting({ ...row, document: unsorted, item: null })).toBe(true);
    expect(needsSorting({ ...row, item: null, person: null })).toBe(true);
    expect(needsSorting({ ...row, document: { ...unsorted, extraItemId: 7 }, item: null })).toBe(
      false,
    );
  });
});
