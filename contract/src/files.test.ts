import { describe, expect, it } from "vitest";
import { acceptedTypes, acceptsName, extensionOf, uploadRules } from "./files.ts";

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
  it("takes case documents of six kinds, by the end of their names [C-DOC-023]", () => {
    const { caseDocument } = uploadRules;
    expect(acceptedTypes(caseDocument)).toBe(".pdf,.doc,.docx,.jpg,.jpeg,.png");
    expect(["a.pdf", "b.DOCX", "c.jpeg"].every((name) => acceptsName(caseDocument, name))).toBe(
      true,
    );
    expect(["a.exe", "pdf", "b.txt"].some((name) => acceptsName(caseDocument, name))).toBe(false);
  });
});
