import { describe, expect, it } from "vitest";
import {
  acceptedTypes,
  acceptsName,
  extensionOf,
  isHeic,
  uploadRules,
  withHeicAdvice,
} from "./files.ts";

it.each([
  ["scan.PDF", "pdf"],
  ["archive.tar.gz", "gz"],
  ["pdf", ""],
  [".pdf", ""],
  ["name.", ""],
  ["", ""],
])("reads the extension of '%s' as '%s'", (name, extension) => {
  expect(extensionOf(name)).toBe(extension);
});

describe("a file field", () => {
  it(
    "takes case documents of six kinds, by the end of their names",
    { tags: ["C-DOC-023"] },
    () => {
      const { caseDocument } = uploadRules;
      expect(acceptedTypes(caseDocument)).toBe(".pdf,.doc,.docx,.jpg,.jpeg,.png");
      expect(["a.pdf", "b.DOCX", "c.jpeg"].every((name) => acceptsName(caseDocument, name))).toBe(
        true,
      );
      expect(["a.exe", "pdf", "b.txt"].some((name) => acceptsName(caseDocument, name))).toBe(false);
    },
  );
});

describe("the photo of an iPhone", () => {
  const headOf = (text: string) => new TextEncoder().encode(`\0\0\0\x18${text}more`);

  it.each(["heic", "heix", "mif1", "msf1", "hevc"])("is known by its bytes: %s", (brand) => {
    expect(isHeic(headOf(`ftyp${brand}`))).toBe(true);
  });

  it.each(["ftypavif", "ftypisom", "moovheic", "", "ftyp"])("is not %j", (text) => {
    expect(isHeic(headOf(text))).toBe(false);
  });

  it("is refused with what to do, after the sentence of the rule", () => {
    expect(withHeicAdvice("a.jpg is not a supported file type")).toMatch(
      /^a\.jpg is not a supported file type\. .*JPEG/,
    );
  });
});
