import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { CreateInvoiceInput } from "contract/invoices";
import { currencies, totalFee } from "contract/money";
import {
  CreateInvoiceForm,
  type InvoiceDraft,
  looksInverted,
  newInvoice,
  numberOrZero,
  previewTotal,
} from "./invoice-forms.ts";

afterEach(() => void vi.useRealTimers());

const filled: InvoiceDraft = {
  ...newInvoice(),
  caseId: 7,
  caseTitle: "Haddad Family",
  stage: "Stage 1",
  invoiceId: "S1-2026-0007",
  usdFee: 18_000,
};

/** Field → the first thing wrong with it. */
function problemsOf(changes: InvoiceDraft): Record<string, string> {
  const result = z.safeParse(CreateInvoiceForm, { ...filled, ...changes });
  if (result.success) return {};
  return Object.fromEntries(
    result.error.issues.toReversed().map(({ path, message }) => [String(path[0]), message]),
  );
}

describe("a new invoice", () => {
  it(
    "starts as USD at rate 1, sent by email to nobody known",
    { tags: ["I-INV-080..081", "I-INV-083..086"] },
    () => {
      expect(newInvoice()).toMatchObject({
        currency: "USD",
        rate: 1,
        clientTrn: "N/A",
        address: "By email",
        gender: "Mr",
        status: "Sent",
      });
    },
  );

  it(
    "is dated today as Dubai has it, which begins four hours before the world's",
    { tags: ["I-INV-082"] },
    () => {
      vi.useFakeTimers({ now: new Date("2026-03-01T19:59:00Z") });
      expect(newInvoice().date).toBe("2026-03-01");
      vi.setSystemTime(new Date("2026-03-01T20:00:00Z"));
      expect(newInvoice().date).toBe("2026-03-02");
    },
  );

  it("says what is missing, field by field", { tags: ["I-INV-074", "I-INV-076..078"] }, () => {
    const result = z.safeParse(CreateInvoiceForm, newInvoice());
    const missing = result.error?.issues.map(({ path, message }) => [path[0], message]);
    expect(missing).toEqual([
      ["caseId", "Please select a case"],
      ["caseTitle", "Case title is required"],
      ["stage", "Stage is required"],
      ["invoiceId", "Invoice ID is required"],
      ["usdFee", "USD fee must be greater than 0"],
    ]);
  });

  it.each([
    [{ rate: 0.009 }, { rate: "Rate must be greater than 0" }],
    [{ rate: 0.01 }, {}],
    [{ rate: 1_000_000 }, { rate: "Rate is too large" }],
    [{ usdFee: 0.009 }, { usdFee: "USD fee must be greater than 0" }],
    [{ usdFee: 0.01 }, {}],
    [{ caseId: 0 }, { caseId: "Please select a case" }],
    [{ date: "" }, { date: "Date is required" }],
  ])("takes %j with %j", { tags: ["I-INV-076..077"] }, (changes, problems) => {
    expect(problemsOf(changes)).toEqual(problems);
  });

  it(
    "is taken by the server whenever the form takes it, its fee in cents",
    { tags: ["D-009"] },
    () => {
      const typed = fc.record({
        usdFee: fc.integer({ min: 1, max: 1_000_000_000 }).map((cents) => cents / 100),
        rate: fc.integer({ min: 100, max: 9_999_999_999 }).map((units) => units / 10_000),
        currency: fc.constantFrom(...currencies),
      });
      fc.assert(
        fc.property(typed, (changes) => {
          const body = z.parse(CreateInvoiceForm, { ...filled, ...changes });
          expect(z.parse(CreateInvoiceInput, body).usdFee).toBe(Math.round(changes.usdFee * 100));
        }),
      );
    },
  );
});

describe("the total shown while typing", () => {
  it("is what the server will compute", { tags: ["I-INV-048", "I-INV-095..096", "D-004"] }, () => {
    expect(previewTotal({ usdFee: 1000, rate: 1.5, currency: "USD" })).toBe(150_000);
    expect(previewTotal({ usdFee: 1000, rate: 0.2723, currency: "AED" })).toBe(367_242);
    const cents = fc.integer({ min: 1, max: 100_000_000 });
    const units = fc.integer({ min: 1, max: 10_000_000 });
    fc.assert(
      fc.property(cents, units, fc.constantFrom(...currencies), (fee, rate, currency) => {
        const typed = { usdFee: fee / 100, rate: rate / 10_000, currency };
        expect(previewTotal(typed)).toBe(totalFee({ usdFee: fee, rate: rate / 10_000, currency }));
      }),
    );
  });

  it("is none while a part is missing or impossible", { tags: ["I-INV-048"] }, () => {
    const whole = { usdFee: 10, rate: 1, currency: "USD" } as const;
    expect(previewTotal(whole)).toBe(1000);
    for (const part of [
      { usdFee: undefined },
      { usdFee: 0 },
      { usdFee: -1 },
      { usdFee: 1e11 },
      { rate: undefined },
      { rate: 0 },
      { rate: 1e6 },
      { currency: undefined },
    ])
      expect(previewTotal({ ...whole, ...part }), JSON.stringify(part)).toBeNull();
  });

  it(
    "comes with a warning when the rate of an AED invoice is dirhams per dollar",
    { tags: ["D-004"] },
    () => {
      expect(looksInverted({ currency: "AED", rate: 3.67 })).toBe(true);
      expect(looksInverted({ currency: "AED", rate: 0.2723 })).toBe(false);
      expect(looksInverted({ currency: "USD", rate: 3.67 })).toBe(false);
      expect(looksInverted({})).toBe(false);
    },
  );
});

it("takes an entry that is no number as 0", { tags: ["I-INV-092", "D-007"] }, () => {
  expect(["", "abc", "1e999", "NaN", "12.5", "0.01"].map(numberOrZero)).toEqual([
    0, 0, 0, 0, 12.5, 0.01,
  ]);
});
