import { afterAll, describe, expect, it } from "vitest";
import { uploadRules } from "contract/files";
import type { DemoDocument } from "#demo/demo-bureau.ts";
import { AS_OF, readDemoBureau } from "#demo/read-demo-bureau.ts";
import { claimedFormat } from "#server/files/formats.ts";
import { contentFits } from "#server/files/inspect.ts";
import type { PlainSource } from "#server/files/plain-source.ts";
import { createSpecimen, describeDocument } from "./create-specimen.ts";
import { removeFonts } from "./fonts.ts";
import { fieldsOf } from "./specimen.ts";

const { cases } = readDemoBureau(AS_OF);

/** The first document of each kind of file. */
function oneOfEach(): DemoDocument[] {
  const kinds = new Map<string, DemoDocument>();
  for (const document of cases.flatMap((demoCase) => demoCase.documents)) {
    const kind = `${document.mimeType} ${document.mimeType.startsWith("image/") && document.category}`;
    if (!kinds.has(kind)) kinds.set(kind, document);
  }
  return [...kinds.values()];
}

function sourceOf(bytes: Buffer): PlainSource {
  return {
    size: bytes.length,
    read: async (start, length) => bytes.subarray(start, start + length),
  };
}

afterAll(() => removeFonts());

describe("a specimen", () => {
  it("has its letters again when the fonts were removed in between", async () => {
    const document = oneOfEach().find(({ mimeType }) => mimeType.startsWith("image/"));
    const demoCase = cases.find(({ documents }) => document && documents.includes(document));
    if (!document || !demoCase) throw new Error("The bureau has no picture");
    const first = await createSpecimen(demoCase, document);
    await removeFonts();
    const second = await createSpecimen(demoCase, document);
    expect(second.equals(first)).toBe(true);
  });

  it.each(oneOfEach())("of $originalName is what its name says", async (document) => {
    const demoCase = cases.find((candidate) => candidate.documents.includes(document));
    if (!demoCase) throw new Error("The document belongs to no case");
    const bytes = await createSpecimen(demoCase, document);
    const { originalName, mimeType } = document;
    const format = claimedFormat(uploadRules.caseDocument, originalName, mimeType);
    if (!format) throw new Error(`${originalName} is nothing a case takes`);
    expect(await contentFits(format, sourceOf(bytes))).toBe(true);
  });

  it("carries the person in Latin and Arabic letters, and a number of zeros", () => {
    const [demoCase] = cases;
    const document = demoCase?.documents.find(({ category }) => category === "police-origin");
    if (!demoCase || !document) throw new Error("The data has no police certificate");
    const specimen = describeDocument(demoCase, document);
    expect(specimen).toMatchObject({
      title: "Police Certificate Lebanon",
      issuer: "Directorate of Criminal Records, Lebanon",
    });
    expect(fieldsOf(specimen)).toEqual([
      { label: "Name", value: "Nadim Sarrouf" },
      { label: "الاسم", value: "نديم صرّوف" },
      { label: "Date of birth", value: "17 April 1981" },
      { label: "Nationality", value: "Lebanese" },
      { label: "Document number", value: "PC-0000-00011" },
      { label: "Date of issue", value: "19 August 2026" },
    ]);
  });
});
