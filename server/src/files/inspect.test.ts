/** One file under every name, label and rule; every-sample.test.ts sends the others through the whole pipeline. */
import { describe, expect, it } from "vitest";
import { uploadRules, type UploadRuleName } from "contract/files";
import { isTaken, sample } from "#testing/file-verdict.ts";
import { sampleSvg } from "#testing/sample-files.ts";

describe("files that are not what they say are refused", { tags: ["asvs-9"] }, () => {
  const rules = Object.keys(uploadRules) as UploadRuleName[];
  it.each(rules)("a drawing under any name or type: %s", async (rule) => {
    for (const extension of ["svg", "png", "jpg", "pdf", "txt", "doc", "docx", "html", "xml"]) {
      for (const declared of ["", "image/svg+xml", "image/png", "text/plain"]) {
        const item = { ...sample(`a.${extension}`, sampleSvg, declared), rule };
        // A logo may be a drawing that says so: it is drawn anew (W-BUR-003).
        const isLogo = rule === "bureauLogo" && extension === "svg";
        expect(await isTaken(item)).toBe(isLogo && declared !== "image/png");
      }
    }
  });
});
