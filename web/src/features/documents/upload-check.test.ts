import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MEGABYTE, withHeicAdvice } from "contract/files";
import { problemOfDocument } from "./upload-check.ts";

const extensions = ["pdf", "doc", "docx", "jpg", "jpeg", "png"];

describe("a document that is chosen for upload", () => {
  it(
    "may be PDF, DOC, DOCX, JPEG or PNG, however its name is written",
    { tags: ["C-DOC-023"] },
    () => {
      const name = fc
        .tuple(fc.string({ minLength: 1 }), fc.constantFrom(...extensions), fc.boolean())
        .map(
          ([stem, extension, isLoud]) => `${stem}.${isLoud ? extension.toUpperCase() : extension}`,
        );
      fc.assert(
        fc.property(name, fc.integer({ min: 0, max: 10 * MEGABYTE }), (text, size) => {
          expect(problemOfDocument({ name: text, size })).toBeNull();
        }),
      );
    },
  );

  it.each([".pdf", "virus.exe", "notes.txt", "photo.webp", "pdf", "scan.pdf.exe", "scan.", ""])(
    "is refused by its name: '%s'",
    { tags: ["C-DOC-023"] },
    (name) => {
      expect(problemOfDocument({ name, size: 1 })).toBe(`${name} is not a supported file type`);
    },
  );

  it.each(["IMG_1.HEIC", "a.heif"])(
    "is refused with what to do when it is an iPhone's photo: '%s'",
    { tags: ["C-DOC-023"] },
    (name) => {
      expect(problemOfDocument({ name, size: 1 })).toBe(
        withHeicAdvice(`${name} is not a supported file type`),
      );
    },
  );

  it(
    "passes with exactly 10 MB and not with one byte more",
    { tags: ["C-DOC-022", "D-068"] },
    () => {
      expect(problemOfDocument({ name: "a.pdf", size: 10 * MEGABYTE })).toBeNull();
      expect(problemOfDocument({ name: "a.pdf", size: 10 * MEGABYTE + 1 })).toBe(
        "a.pdf is larger than 10MB",
      );
    },
  );
});
