/** The list of what is missing goes out as a PDF; that it did is written down before its first byte leaves. */
import type { SignedInActor } from "#server/core/actor.ts";
import { notFoundWith } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { record } from "#server/events/record.ts";
import type { AccessContext } from "#server/files/access-context.ts";
import { cleanPaperName } from "#server/files/archive-names.ts";
import { bureauOnPaper } from "#server/files/papers/bureau-on-paper.ts";
import { drawPaper } from "#server/files/papers/draw-paper.ts";
import { holdCase } from "#server/modules/cases/case-lock.ts";
import { checklistOf } from "./checklist-of.ts";
import { readCase } from "./checklist.service.ts";
import { longDate, missingPeople, type MissingSheet } from "./missing-list.ts";

type Opening = AccessContext & { caseId: number };

export async function openMissingList(
  actor: SignedInActor,
  { caseId, isProbe }: Opening,
): Promise<{ sheet: MissingSheet; fileName: string }> {
  return inTransaction(async (tx) => {
    const [caseFile, reading] = await Promise.all([
      holdCase(tx, actor, caseId),
      readCase(tx, actor, caseId),
    ]);
    const checklist = checklistOf(reading);
    const people = missingPeople(checklist, reading);
    if (people.length === 0) throw notFoundWith("Nothing is missing");
    const { caseId: caseCode, title: caseTitle } = caseFile;
    const fileName = cleanPaperName(`${caseTitle}_Missing_${checklist.today}.pdf`);
    if (!isProbe)
      await record(tx, actor, {
        name: "checklist.downloaded",
        case: caseFile,
        entries: [{ action: "download", documentName: fileName, stage: "checklist" }],
      });
    const address = `${runtime.config.appOrigin}/case/${encodeURIComponent(caseCode)}/checklist`;
    const asOf = longDate(checklist.today);
    return {
      sheet: { bureau: await bureauOnPaper(), caseCode, caseTitle, asOf, address, people },
      fileName,
    };
  });
}

export function drawMissingList(sheet: MissingSheet): Promise<Buffer> {
  return drawPaper({ paper: new URL("./missing-paper.ts", import.meta.url), sheet });
}
