import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { extensionOf } from "contract/files";
import { cleanName, cleanRename, cleanUploadName, contentDisposition } from "./names.ts";

/** Anything a client may send as a name: every script, emoji, controls, halves of characters. */
const anyName = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 400 }),
  fc.string({ unit: "binary", maxLength: 400 }),
  fc.string({ maxLength: 300 }).map((name) => `${name}.pdf`),
  fc.constantFrom(
    "جواز السفر.pdf",
    "Ünïcödé 👩‍👩‍👧 ✓.pdf",
    'a"b\\c.pdf',
    "a\r\nSet-Cookie: x=1.pdf",
    "..",
    ".",
  ),
);

describe("the name of an uploaded file", { tags: ["asvs-55"] }, () => {
  it.each([
    ["جواز السفر.pdf", "جواز السفر.pdf"],
    ["Café – naïve.PDF", "Café – naïve.PDF"],
    ["👩‍👩‍👧 family.jpg", "👩‍👩‍👧 family.jpg"],
    ["C:\\fakepath\\scan.pdf", "scan.pdf"],
    ["../../etc/passwd", "passwd"],
    ["a\u0000b\r\nc.pdf", "abc.pdf"],
    ["invoice\u202Efdp.exe", "invoicefdp.exe"],
    ["  spaced name.pdf ", "spaced name.pdf"],
    ["%22quoted%22.pdf", '"quoted".pdf'],
    ["100%25 sure.pdf", "100%25 sure.pdf"],
    ["e\u0301.pdf", "é.pdf"],
    ["", "document"],
    ["..", "document"],
    ["pass\u200B\u2060port\u{E0041}.p\u00ADdf", "passport.pdf"],
    ["My \u00A0  scan.pdf", "My scan.pdf"],
    ["می\u200Cخواهم\u200C.pdf", "می\u200Cخواهم.pdf"],
    ["\u202E\u200F", "document"],
  ])("%j is kept as %j", (raw, name) => {
    expect(cleanUploadName(raw)).toBe(name);
  });

  it("is repaired when somebody has read its UTF-8 as Latin-1", () => {
    for (const name of ["é.pdf", "جواز.pdf", "Zürich – 東京 👍.pdf"]) {
      expect(cleanUploadName(Buffer.from(name).toString("latin1"))).toBe(name);
    }
    expect(cleanUploadName("é à ü.pdf")).toBe("é à ü.pdf");
  });

  it("keeps its extension when it is cut to 200 characters", () => {
    const name = cleanUploadName(`${"ص".repeat(500)}.docx`);
    expect(Array.from(name)).toHaveLength(200);
    expect(extensionOf(name)).toBe("docx");
  });

  it("never holds a control, a path, a change of direction or half a character, whatever is sent", () => {
    fc.assert(
      fc.property(anyName, (raw) => {
        const name = cleanUploadName(raw);
        expect(name).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u200E\u200F\u202A-\u202E\u2066-\u2069/\\]/u);
        expect(name.isWellFormed()).toBe(true);
        expect(name.normalize("NFC")).toBe(name);
        expect(Array.from(name).length).toBeLessThanOrEqual(200);
        expect(["", ".", ".."]).not.toContain(name);
        expect(cleanName(name, 200)).toBe(name);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("a renamed file", { tags: ["D-076"] }, () => {
  it.each([
    ["scan.pdf", "Passport", "Passport.pdf"],
    ["scan.pdf", "Passport.PDF", "Passport.PDF"],
    ["scan.pdf", "Passport.docx", "Passport.docx.pdf"],
    ["scan.pdf", "Page 1/2", "Page 1_2.pdf"],
    ["scan", "Passport", "Passport"],
    ["scan.pdf", "  \u202E ", ""],
    ["scan.pdf", ".pdf", "scan.pdf"],
    ["scan.pdf", " \u200B.PDF ", "scan.pdf"],
    ["scan.pdf", "..pdf", "scan.pdf"],
    ["scan.pdf", "pass\u200Bport\u00AD", "passport.pdf"],
  ])("%j as %j becomes %j", (oldName, newName, name) => {
    expect(cleanRename(oldName, newName)).toBe(name);
  });

  it("keeps its extension within 255 characters", () => {
    const name = cleanRename("scan.pdf", "x".repeat(400));
    expect(name).toHaveLength(255);
    expect(extensionOf(name)).toBe("pdf");
  });
});

describe("the header that names a download", { tags: ["asvs-55", "S-28"] }, () => {
  it("gives back the name exactly, in a header of printable ASCII", () => {
    fc.assert(
      fc.property(anyName, (raw) => {
        const name = cleanUploadName(raw);
        const header = contentDisposition("attachment", name);
        expect(header).toMatch(/^[\x20-\x7E]+$/);
        const parts =
          /^attachment; filename="([^"\\]*)"; filename\*=UTF-8''([\w!#$&+.^`|~%-]*)$/.exec(header);
        expect(parts).not.toBeNull();
        expect(decodeURIComponent(parts?.[2] ?? "")).toBe(name);
      }),
      { numRuns: 2000 },
    );
  });

  it("cannot be split or closed by a name", () => {
    const header = contentDisposition("inline", 'a"; x="\r\nSet-Cookie: a=b\\.pdf');
    expect(header).toBe(
      `inline; filename="a_; x=_Set-Cookie: a=b_.pdf"; filename*=UTF-8''a%22%3B%20x%3D%22Set-Cookie%3A%20a%3Db_.pdf`,
    );
  });
});
