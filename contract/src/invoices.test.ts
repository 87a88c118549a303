import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { FileListParameter, parseFileList } from "./invoice-files.ts";
import {
  CreateInvoiceInput,
  invoiceStages,
  invoiceStatuses,
  UpdateInvoiceInput,
} from "./invoices.ts";

const complete = {
  caseId: 7,
  caseTitle: "Nadim Sarrouf - Citizenship Application",
  stage: "Stage 1",
  invoiceId: "S1-2026-0007",
  usdFee: 1_800_000,
};

/** The first text, as it becomes the message of the answer; null when all is well. */
function complaint(schema: z.ZodMiniType, input: unknown): string | null {
  const result = z.safeParse(schema, input);
  return result.success ? null : (result.error.issues[0]?.message ?? "");
}

it(
  "knows the four stages and the five statuses in their order",
  { tags: ["I-INV-063..067", "I-INV-070"] },
  () => {
    expect(invoiceStages).toEqual(["Stage 1", "Stage 2", "Add On", "Post Citizenship"]);
    expect(invoiceStatuses).toEqual([
      "Sent",
      "Paid by client",
      "Funds Processed",
      "Completed",
      "Cancelled",
    ]);
  },
);

describe("creating an invoice", () => {
  it("takes a complete form and fills in what the server needs not be told", () => {
    expect(z.parse(CreateInvoiceInput, complete)).toEqual({
      ...complete,
      currency: "USD",
      rate: 1,
      status: "Sent",
    });
  });

  it.each([
    ["no case", "I-INV-073", { caseId: undefined }, "Please select a case"],
    ["case 0", "I-INV-073", { caseId: 0 }, "Please select a case"],
    ["a case id as text", "I-INV-073", { caseId: "7" }, "Please select a case"],
    ["no case title", "I-INV-074", { caseTitle: "  " }, "Case title is required"],
    [
      "no applicant",
      "I-INV-075",
      { numberOfApplicants: 0 },
      "Number of applicants must be at least 1",
    ],
    ["rate 0", "I-INV-076", { rate: 0 }, "Rate must be greater than 0"],
    ["rate 0.0099", "I-INV-076", { rate: 0.0099 }, "Rate must be greater than 0"],
    ["a rate as text", "I-INV-076", { rate: "1" }, "Rate must be greater than 0"],
    ["no fee", "I-INV-077", { usdFee: undefined }, "USD fee must be greater than 0"],
    ["fee 0", "I-INV-077", { usdFee: 0 }, "USD fee must be greater than 0"],
    ["half a cent", "I-INV-077", { usdFee: 0.5 }, "USD fee must be greater than 0"],
    ["no invoice id", "I-INV-078", { invoiceId: undefined }, "Invoice ID is required"],
    ["an empty invoice id", "I-INV-078", { invoiceId: " " }, "Invoice ID is required"],
    ["an invoice id of digits", "D-013", { invoiceId: "2026" }, "Invoice ID must contain a letter"],
    ["no stage", "I-INV-079", { stage: undefined }, "Stage is required"],
    ["an unknown stage", "I-INV-079", { stage: "Stage 3" }, "Stage is required"],
    ["an unknown status", "S-42", { status: "Lost" }, "Invalid status"],
    ["an unknown currency", "I-DATA-113", { currency: "EUR" }, "Invalid currency"],
    ["an unknown gender", "D-010", { gender: "Dr" }, "Invalid gender"],
    ["a rate beyond its column", "asvs 14", { rate: 1_000_000 }, "Rate is too large"],
  ])("refuses %s [%s]", (_what, _id, part, message) => {
    expect(complaint(CreateInvoiceInput, { ...complete, ...part })).toBe(message);
  });

  it.each([".", "..", "/", "- _", "S1-٢", "Ä1", "２０２６"])(
    "refuses the invoice id %s, which is no good address",
    { tags: ["D-186"] },
    (invoiceId) => {
      expect(complaint(CreateInvoiceInput, { ...complete, invoiceId })).toBe(
        "Invoice ID may only contain letters, numbers, spaces and . _ - /",
      );
    },
  );

  it.each([
    ["0000-01-01", "The year must be between 1900 and 2200"],
    ["1899-12-31", "The year must be between 1900 and 2200"],
    ["2201-01-01", "The year must be between 1900 and 2200"],
    ["1900-01-01", null],
    ["2200-12-31", null],
    ["2026-02-29", "Invalid date"],
    ["٢٠٢٦-11-21", "Invalid date"],
    ["12026-01-01", "Invalid date"],
  ])("says of the date %s: %s", (date, message) => {
    expect(complaint(CreateInvoiceInput, { ...complete, date })).toBe(message);
    expect(complaint(UpdateInvoiceInput, { date })).toBe(message);
  });

  it("takes the smallest rate and the smallest fee", () => {
    expect(complaint(CreateInvoiceInput, { ...complete, rate: 0.01, usdFee: 1 })).toBeNull();
  });

  it("takes the form of address of a case, without its dot", () => {
    const genderOf = (gender: unknown) =>
      z.parse(CreateInvoiceInput, { ...complete, gender }).gender;
    expect(["Mr.", "Ms.", "Ms", ""].map(genderOf)).toEqual(["Mr", "Ms", "Ms", "Mr"]);
  });
});

describe("changing an invoice", () => {
  it("takes any part of it", () => {
    expect(complaint(UpdateInvoiceInput, {})).toBeNull();
    expect(complaint(UpdateInvoiceInput, { rate: 0.0001, usdFee: 0 })).toBeNull();
  });

  it.each([
    ["case 0", "I-INV-087", { caseId: 0 }, "Please select a case"],
    [
      "no applicant",
      "I-INV-088",
      { numberOfApplicants: 0 },
      "Number of applicants must be at least 1",
    ],
    ["rate 0", "I-INV-089", { rate: 0 }, "Rate must be greater than 0"],
    ["a fee below 0", "I-INV-090", { usdFee: -1 }, "USD fee must be 0 or greater"],
  ])("refuses %s [%s]", (_what, _id, part, message) => {
    expect(complaint(UpdateInvoiceInput, part)).toBe(message);
  });
});

describe("the name of a file list", () => {
  it.each([
    ["Stage 1", ["stage1", "STAGE 1", "stage1Files", "Stage 1"]],
    ["Stage 2", ["stage2", "stage2files"]],
    ["Post Citizenship", ["postCitizenship", "postCitizenshipFiles", "post citizenship"]],
    ["Add On", ["addOn", "addOnFiles", "add on"]],
    ["other", ["other", "otherFiles", "OTHER"]],
    ["admin", ["admin", "adminFiles", " admin "]],
  ])("%s has its aliases", (name, aliases) => {
    expect(aliases.map(parseFileList)).toEqual(aliases.map(() => name));
  });

  it("is refused when there is no such list", () => {
    expect(["", "files", "stage3", "constructor", "toString"].map(parseFileList)).toEqual(
      Array.from({ length: 5 }, () => null),
    );
    expect(complaint(FileListParameter, "stage3")).toBe("Unknown stage");
  });
});
