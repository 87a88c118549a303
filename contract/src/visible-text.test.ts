import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CreateNoteInput } from "./activity.ts";
import { SaveApplicantsInput } from "./applicants.ts";
import { CreateCaseInput, UpdateCaseInput } from "./cases.ts";
import { CreateCommentInput } from "./comments.ts";
import { CreateInvoiceInput, UpdateInvoiceInput } from "./invoices.ts";
import { UpdateProfileInput } from "./profile.ts";
import { visibleText } from "./visible-text.ts";

const lines = { keepLineBreaks: true };
const hidden = fc.oneof(
  fc.constantFrom("\u200B", "\u2060", "\uFEFF", "\u00AD"),
  fc.integer({ min: 0xe0000, max: 0xe007f }).map((code) => String.fromCodePoint(code)),
  fc.integer({ min: 0x202a, max: 0x202e }).map((code) => String.fromCodePoint(code)),
  fc.integer({ min: 0x2066, max: 0x2069 }).map((code) => String.fromCodePoint(code)),
  fc
    .oneof(fc.integer({ min: 0, max: 0x1f }), fc.integer({ min: 0x7f, max: 0x9f }))
    .map((code) => String.fromCodePoint(code))
    .filter((control) => !/[\s\u0085]/.test(control)),
);
const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({
    unit: fc.oneof(
      hidden,
      fc.constantFrom("a", "م", "क", "्", "\u200C", "\u200D", " ", "\n", "\t", "👩", "🏽", "\uD800"),
    ),
  }),
);

describe("text without the marks that nobody sees", () => {
  it("has none of them, wherever they stood", { tags: ["D-184"] }, () => {
    const unseen =
      /(?!\n)[\p{Cc}\u00AD\u200B\u202A-\u202E\u2060\u2066-\u2069\uFEFF\u{E0000}-\u{E007F}]/u;
    fc.assert(
      fc.property(anyText, fc.boolean(), (text, keepLineBreaks) => {
        expect(visibleText(text, { keepLineBreaks })).not.toMatch(unseen);
      }),
    );
  });

  it("is the text they were put into", { tags: ["D-184"] }, () => {
    const word = fc.stringMatching(/^[A-Za-z0-9'. -]{0,12}$/);
    fc.assert(
      fc.property(fc.array(fc.tuple(word, hidden)), (parts) => {
        const plain = parts.map(([seen]) => seen).join("");
        expect(visibleText(parts.flat().join(""))).toBe(visibleText(plain));
      }),
    );
  });

  it("is the same when it is read again", () => {
    fc.assert(
      fc.property(anyText, fc.boolean(), (text, keepLineBreaks) => {
        const once = visibleText(text, { keepLineBreaks });
        expect(visibleText(once, { keepLineBreaks })).toBe(once);
      }),
    );
  });

  it("stands on one line with single blanks, unless lines are kept", { tags: ["D-184"] }, () => {
    expect(visibleText("  Jane \t\u00A0 Roe\r\nof\u2028Dubai ")).toBe("Jane Roe of Dubai");
    expect(visibleText(" Jane  Roe\r\nof\u2028Dubai\rtoday\n\n", lines)).toBe(
      "Jane  Roe\nof\nDubai\ntoday",
    );
    fc.assert(
      fc.property(anyText, (text) => {
        expect(visibleText(text)).not.toMatch(/[^\S ]|\s\s|^\s|\s$/);
      }),
    );
  });

  it.each([
    ["a Persian word", "می\u200Cخواهم"],
    ["a Hindi word", "क्\u200Dष"],
    ["a right-to-left mark", "שלום\u200F!"],
    ["accents", "Zoë Ångström-Żółć"],
    ["a family", "👨‍👩‍👧‍👦"],
    ["an astronaut", "👩🏽‍🚀"],
    ["a pirate", "🏴‍☠️"],
    ["a burning heart", "❤️‍🔥"],
  ])("keeps %s as it is", { tags: ["D-184"] }, (_, text) => {
    expect(visibleText(text)).toBe(text);
    expect(visibleText(text, lines)).toBe(text);
  });

  it("has no joiners but between letters, or within one emoji", { tags: ["D-184"] }, () => {
    expect(visibleText("Jane\u200D Roe\u200C")).toBe("Jane Roe");
    expect(visibleText("\u200DJane\u200C\u200DRoe")).toBe("JaneRoe");
    expect(visibleText("a\u200B\u200Db")).toBe("a\u200Db");
  });

  it.each(["", " \n ", "\u200B\u200D", "\u0000\u001F", "\u200E\u200F", "\u3164", "\u2800\u00A0"])(
    "is empty when nothing of it is seen: %j",
    { tags: ["D-184"] },
    (text) => {
      expect(visibleText(text)).toBe("");
      expect(visibleText(text, lines)).toBe("");
    },
  );
});

describe("what the calls take", () => {
  const typed = "\u202EA\u200B  b\u0000\n c ";

  it.each([
    ["a case's title", () => UpdateCaseInput.parse({ title: typed }).title],
    ["a case's code", () => CreateCaseInput.shape.caseId.parse(typed)],
    ["a name", () => UpdateProfileInput.shape.firstName.parse(typed)],
    ["an applicant", () => nameOfApplicant(typed)],
    ["an invoice's title", () => CreateInvoiceInput.shape.caseTitle.parse(typed)],
    ["an invoice's code", () => UpdateInvoiceInput.parse({ invoiceId: typed }).invoiceId],
    ["an address", () => CreateInvoiceInput.shape.address.parse(typed)],
  ])("is on one line for %s", { tags: ["D-184"] }, (_, read) => {
    expect(read()).toBe("A b c");
  });

  it.each([
    ["a description", () => UpdateCaseInput.parse({ description: typed }).description],
    ["a message", () => CreateCommentInput.parse({ message: typed }).message],
    ["a note", () => CreateNoteInput.parse({ message: typed }).message],
    ["the notes of an invoice", () => UpdateInvoiceInput.parse({ notes: typed }).notes],
  ])("keeps the lines of %s", { tags: ["D-184"] }, (_, read) => {
    expect(read()).toBe("A  b\n c");
  });

  it(
    "is empty when nothing of it is seen, and then refused where something is asked for",
    { tags: ["D-184"] },
    () => {
      expect(UpdateCaseInput.safeParse({ title: "\u200B\u2060" }).error?.issues[0]?.message).toBe(
        "Case title is required",
      );
      expect(CreateNoteInput.safeParse({ message: "\u00AD\n" }).error?.issues[0]?.message).toBe(
        "Note cannot be empty",
      );
    },
  );

  function nameOfApplicant(fullName: string): string | undefined {
    const applicants = [{ fullName, category: "Spouse" }];
    return SaveApplicantsInput.parse({ applicants }).applicants[0]?.fullName;
  }
});
