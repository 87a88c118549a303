/** What staff have said of a case's checklist: when the file is handed in, which papers are needed, what else is asked for. */
import { eq, isNull } from "drizzle-orm";
import { itemKeyOf, type Verdict } from "contract/checklist-parts";
import { system } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import { cases } from "#server/database/tables/cases.ts";
import { checklistDecisions } from "#server/database/tables/checklist-decisions.ts";
import { type DocumentRuleRow, documentRules } from "#server/database/tables/document-rules.ts";
import { checklistOf } from "#server/modules/checklist/checklist-of.ts";
import { readCase } from "#server/modules/checklist/checklist.service.ts";
import { buildDecision } from "#testing/factories/checklist.ts";
import { personIn } from "./demo-accounts.ts";
import type { DemoCaseContext } from "./demo-case-context.ts";
import { daysAfter } from "./demo-events.ts";
import { wayTo } from "./further-families.ts";

/** Whoever is asked for one more paper has a week for it. */
const DAYS_TO_BRING = 7;

export async function fillChecklist(filling: DemoCaseContext): Promise<void> {
  await handIn(filling);
  await decideItems(filling);
  await askForMore(filling);
  await setAsidePaper(filling);
}

/** The adviser of the family. */
export function agentOf({ demoCase, people }: DemoCaseContext): number {
  const key = demoCase.assignedUsers.find((each) => personIn(people, each).role === "agent");
  return personIn(people, key ?? demoCase.createdBy).id;
}

async function handIn(filling: DemoCaseContext): Promise<void> {
  const { demoCase, caseFile, activity } = filling;
  const submissionOn = demoCase.checklist?.submissionOn ?? null;
  if (submissionOn === null) return;
  const { updatedAt } = caseFile;
  await runtime.database
    .update(cases)
    .set({ submissionOn, updatedAt })
    .where(eq(cases.id, caseFile.id));
  activity.add({
    action: "update",
    actorId: agentOf(filling),
    metadata: { submissionOn: { from: null, to: submissionOn } },
    createdAt: daysAfter(morningOf(submissionOn), -3),
  });
}

async function decideItems(filling: DemoCaseContext): Promise<void> {
  const { demoCase, caseFile, applicants, activity } = filling;
  const { verdicts = [], submissionOn = null } = demoCase.checklist ?? {};
  if (verdicts.length === 0) return;
  const decidedBy = agentOf(filling);
  const usualDay = daysAfter(submissionOn ? morningOf(submissionOn) : demoCase.updatedAt, -2);
  const rules = await rulesOf(filling);
  for (const { category, person, verdict, dueOn = null } of verdicts) {
    const rule = rules.find((each) => each.category === category);
    const applicant = applicants.get(person);
    if (!rule || !applicant) throw new Error(`Nothing asks ${person} for ${category}`);
    const item = { ruleId: rule.id, applicantId: applicant.id, country: null };
    const createdAt = dueOn ? daysAfter(morningOf(dueOn), -DAYS_TO_BRING) : usualDay;
    await buildDecision({
      ...item,
      verdict,
      dueOn,
      reason: reasonOf(verdict),
      caseId: caseFile.id,
      decidedBy,
      createdAt,
      updatedAt: createdAt,
    });
    activity.add({
      action: "update",
      actorId: decidedBy,
      metadata: {
        checklistKey: itemKeyOf(item),
        label: rule.label,
        person: applicant.fullName,
        verdict,
        dueOn,
        changed: [verdict === null ? "dueOn" : "verdict"],
      },
      createdAt,
    });
  }
}

/** As at the screen: only that something is not needed has a reason. */
function reasonOf(verdict: Verdict | null): string | null {
  return verdict === "not_required" ? "The embassy has it on file." : null;
}

async function askForMore(filling: DemoCaseContext): Promise<void> {
  const { demoCase, caseFile, applicants, activity } = filling;
  const decidedBy = agentOf(filling);
  for (const { person, ...asked } of demoCase.checklist?.extras ?? []) {
    const applicant = applicants.get(person);
    const createdAt = daysAfter(morningOf(asked.dueOn), -DAYS_TO_BRING);
    const row = await buildDecision({
      ...asked,
      caseId: caseFile.id,
      applicantId: applicant?.id ?? null,
      decidedBy,
      createdAt,
      updatedAt: createdAt,
    });
    activity.add({
      action: "update",
      actorId: decidedBy,
      metadata: {
        extraId: row.id,
        title: asked.title,
        person: applicant?.fullName ?? null,
        change: "added",
      },
      createdAt,
    });
  }
}

/** Whoever has come as far as the bank before there was a checklist brought everything on paper. */
async function setAsidePaper(filling: DemoCaseContext): Promise<void> {
  const { demoCase, caseFile } = filling;
  if (!demoCase.isSketched || !wayTo(demoCase.status).includes("bank_clearance")) return;
  const { items } = checklistOf(await readCase(runtime.database, system, caseFile.id));
  const open = items.filter(({ state }) => ["missing", "undecided", "not_yet_due"].includes(state));
  const at = demoCase.createdAt;
  await runtime.database.insert(checklistDecisions).values(
    open.map(({ ruleId, applicantId, country }) => ({
      ruleId,
      applicantId,
      country,
      caseId: caseFile.id,
      verdict: "not_required" as const,
      reason: "The original is in the paper file.",
      decidedBy: agentOf(filling),
      createdAt: at,
      updatedAt: at,
    })),
  );
}

/** What the program of the case asks. */
export async function rulesOf({ caseFile }: DemoCaseContext): Promise<DocumentRuleRow[]> {
  const rules = await runtime.database
    .select()
    .from(documentRules)
    .where(isNull(documentRules.retiredAt));
  return rules.filter(({ program }) => program === caseFile.citizenshipProgram);
}

function morningOf(day: string): string {
  return `${day}T09:40:00+04:00`;
}
