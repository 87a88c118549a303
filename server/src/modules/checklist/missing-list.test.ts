import { PDFDocument } from "pdf-lib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checklistApi } from "contract/checklist";
import { system } from "#server/core/actor.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { openActors } from "#testing/actors.ts";
import { eventsOf } from "#testing/case-records.ts";
import { buildFamily, FAMILIES_DAY } from "#testing/factories/families.ts";
import { buildAdmin, buildUser } from "#testing/factories/users.ts";
import { bureauOnPaper } from "#testing/papers.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { textOfPdf } from "#testing/text-of-pdf.ts";
import { checklistOf } from "./checklist-of.ts";
import { readCase } from "./checklist.service.ts";
import { drawMissingList } from "./missing-list.service.ts";
import { missingPeople, type MissingSheet } from "./missing-list.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
  portal.clock.set(FAMILIES_DAY);
});
afterAll(() => portal.close());

async function missingIn(caseId: number) {
  const reading = await inTransaction((tx) => readCase(tx, system, caseId));
  return missingPeople(checklistOf(reading), reading);
}

describe("the list of what is missing", () => {
  it(
    "names two papers of Sarrouf, and is downloaded with one line",
    { tags: ["W-CHK-074", "W-CHK-076"] },
    async () => {
      const client = await buildUser({ role: "client" });
      const { caseFile } = await buildFamily("VU-2026-0014", { assignedTo: [client] });
      const named = (await missingIn(caseFile.id)).map(({ name, items }) => ({
        name,
        items: items.map(({ label, sentence, due }) => ({ label, sentence, due })),
      }));
      expect(named).toEqual([
        {
          name: "Nadim Sarrouf",
          items: [
            {
              label: "Sale contract behind the April deposit",
              sentence: "Please send",
              due: "Due 27 Nov 2026",
            },
          ],
        },
        {
          name: "Rima Sarrouf",
          items: [
            {
              label: "Proof of Address",
              sentence: "Please change: Please send a newer one.",
              due: null,
            },
          ],
        },
      ]);
      const params = { caseId: caseFile.caseId };
      const answer = await (await portal.as(client)).send(checklistApi.downloadMissing, { params });
      expect(answer.headers["content-type"]).toBe("application/pdf");
      expect(answer.headers["content-disposition"]).toContain("_Missing_2026-11-21.pdf");
      expect(await eventsOf(caseFile.id)).toMatchObject([
        {
          action: "download",
          stage: "checklist",
          documentName: expect.stringContaining("_Missing_") as string,
        },
      ]);
    },
  );

  it(
    "is there while a passport expires soon, and not when nothing is missing",
    { tags: ["W-CHK-076"] },
    async () => {
      const admin = await portal.as(await buildAdmin());
      const lin = await buildFamily("VU-2026-0006");
      expect((await missingIn(lin.caseFile.id)).flatMap(({ items }) => items)).toMatchObject([
        { label: "Passport", sentence: "Please send the renewed one soon" },
      ]);
      const { caseFile } = await openActors(portal);
      const refusal = await admin.refused(404, checklistApi.downloadMissing, {
        params: { caseId: caseFile.caseId },
      });
      expect(refusal.message).toBe("Nothing is missing");
    },
  );

  it("has numbered pages of A4, whatever people are called", { tags: ["W-CHK-075"] }, async () => {
    const item = { label: "Passport", sentence: "Please send", help: "A clear scan.", due: null };
    const sheet: MissingSheet = {
      bureau: bureauOnPaper(),
      caseCode: "VU-2026-0014",
      caseTitle: "Nadim Sarrouf",
      asOf: "21 November 2026",
      address: "https://portal.example.com/case/VU-2026-0014/checklist",
      people: ["محمد بن عبد الله", "林浩然", "Rima"].map((name) => ({
        name,
        items: Array.from({ length: 30 }, () => item),
      })),
    };
    const pdf = await drawMissingList(sheet);
    const drawn = await PDFDocument.load(pdf);
    expect(drawn.getPageCount()).toBeGreaterThan(3);
    for (const page of drawn.getPages()) {
      expect(page.getWidth()).toBeCloseTo(595.28, 1);
      expect(page.getHeight()).toBeCloseTo(841.89, 1);
    }
    expect(drawn.getAuthor()).toBe("Example Bureau");
    const pages = await textOfPdf(pdf);
    expect(pages[0]).toContain("Example Bureau\n");
    expect(pages[0]).toContain("As of 21 November 2026\n");
    for (const [index, text] of pages.entries()) {
      expect(text).toContain(`Page ${index + 1} of ${pages.length}\n`);
      expect(text).toContain(`Upload these at ${sheet.address}\n`);
    }
    expect(pages.join("")).toContain("Rima\n");
  });
});
