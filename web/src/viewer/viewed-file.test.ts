import { expect, it } from "vitest";
import { previewOf } from "./viewed-file.ts";

const file = (name: string, mimeType?: string) => ({ key: 1, name, mimeType, url: "/api/files/1" });

it.each([
  ["scan.pdf", undefined, "pdf"],
  ["SCAN.PDF", undefined, "pdf"],
  ["photo.JPeG", undefined, "image"],
  ["photo.png", undefined, "image"],
  ["letter.docx", undefined, "none"],
  ["notes.txt", undefined, "none"],
  ["page.svg", "image/svg+xml", "none"],
  ["page.html", "text/html", "none"],
  ["no extension", undefined, "none"],
])("shows %s of type %s as %s", (name, mimeType, preview) => {
  expect(previewOf(file(name, mimeType))).toBe(preview);
});

it("believes the stored type rather than the name", () => {
  expect(previewOf(file("renamed.docx", "application/pdf"))).toBe("pdf");
  expect(previewOf(file("renamed.pdf", "image/png"))).toBe("image");
});

it("shows what is kept elsewhere as it is there", { tags: ["I-INV-026"] }, () => {
  const url = "HTTPS://automation.example/invoice.pdf";
  expect(previewOf({ ...file("invoice.pdf", "application/pdf"), url })).toBe("external");
});
