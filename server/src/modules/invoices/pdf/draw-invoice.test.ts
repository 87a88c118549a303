import fc from "fast-check";
import { PDFDocument } from "pdf-lib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bureauOnPaper } from "#testing/papers.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { drawSheet } from "./draw-invoice.ts";
import { type InvoiceSheet, moneyText } from "./invoice-sheet.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

const sheet: InvoiceSheet = {
  bureau: bureauOnPaper(),
  bankDetails: null,
  code: "S1-2026-0007",
  status: "Sent",
  date: "21 November 2026",
  client: "Mr. Nadim Sarrouf",
  address: "Office 1204, Example Tower,\nDubai",
  clientTrn: "100000000000003",
  caseCode: "VU-2026-0014",
  caseTitle: "Nadim Sarrouf - Citizenship Application",
  service: "Stage 1: citizenship by investment, Vanuatu",
  numberOfApplicants: "4",
  usdFee: "$18,000.00",
  currency: "AED",
  rate: "0.2723 USD per AED",
  total: "AED 66,103.56",
};

describe("a drawn invoice", () => {
  it("is one page of A4 that says which invoice it is and whose", async () => {
    const drawn = await PDFDocument.load(await drawSheet(sheet));
    const [page] = drawn.getPages();
    expect(drawn.getPageCount()).toBe(1);
    expect(page?.getSize()).toEqual({
      width: expect.closeTo(595.28, 1) as number,
      height: expect.closeTo(841.89, 1) as number,
    });
    expect(drawn.getTitle()).toBe("Invoice S1-2026-0007");
    expect(drawn.getAuthor()).toBe("Example Bureau");
  });

  it("takes any name, address and title that the portal takes", async () => {
    const long = {
      ...sheet,
      client: "Mr. محمد بن عبد الله آل مكتوم الراشد",
      address: "withoutanyspace".repeat(33),
      caseTitle: "Title ".repeat(33),
      bureau: bureauOnPaper("A bureau with a name that needs three lines at the least ".repeat(2)),
      clientTrn: "💶 Ж 林",
    };
    const drawn = await PDFDocument.load(await drawSheet(long));
    expect(drawn.getPageCount()).toBe(1);
  });

  it("is drawn for many at once, each his own", async () => {
    const codes = Array.from({ length: 8 }, (_, index) => `S1-2026-${index}`);
    const drawn = await Promise.all(codes.map((code) => drawSheet({ ...sheet, code })));
    const titles = await Promise.all(
      drawn.map(async (bytes) => (await PDFDocument.load(bytes)).getTitle()),
    );
    expect(titles).toEqual(codes.map((code) => `Invoice ${code}`));
  });

  it("leaves the thread of the requests free", async () => {
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 5);
    await Promise.all(Array.from({ length: 8 }, () => drawSheet(sheet)));
    clearInterval(counting);
    expect(turns).toBeGreaterThan(3);
  });
});

describe("money on paper", () => {
  it("is grouped, with two decimals and the sign of its currency", { tags: ["D-030"] }, () => {
    expect(moneyText(123_450, "USD")).toBe("$1,234.50");
    expect(moneyText(450_000, "AED")).toBe("AED 4,500.00");
    expect(moneyText(5, "USD")).toBe("$0.05");
    expect(moneyText(0, "AED")).toBe("AED 0.00");
  });

  it("loses no cent, however large", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), (cents) => {
        const digits = moneyText(cents, "USD").replaceAll(/[$,.]/g, "");
        expect(Number(digits)).toBe(cents);
      }),
    );
  });
});
