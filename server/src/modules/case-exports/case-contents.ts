/** What is written down of a case: itself, its people, what is asked of them. Files are the other half. */
import { desc, eq } from "drizzle-orm";
import * as z from "zod/mini";
import { ServiceAgreement } from "contract/agreements";
import { Applicant } from "contract/applicants";
import { CaseFile } from "contract/cases";
import { checklistApi } from "contract/checklist";
import { CaseDocument } from "contract/documents";
import { Invoice } from "contract/invoices";
import { hasFullAccess, system } from "#server/core/actor.ts";
import { notFound } from "#server/core/errors.ts";
import type { Executor } from "#server/database/connection.ts";
import { serviceAgreements } from "#server/database/tables/service-agreements.ts";
import { selectNotes } from "#server/modules/activity/activity.service.ts";
import { present } from "#server/modules/agreements/agreements.service.ts";
import { presentApplicant, selectApplicants } from "#server/modules/applicants/applicant-rows.ts";
import { openNumber, type StoredApplicant } from "#server/modules/applicants/passport-number.ts";
import { selectSeenCase } from "#server/modules/cases/cases.queries.ts";
import { answerFor, readCase } from "#server/modules/checklist/checklist.service.ts";
import * as documents from "#server/modules/documents/documents.service.ts";
import { invoiceAnswer } from "#server/modules/invoices/invoice-answer.ts";
import type { ListedInvoice } from "#server/modules/invoices/invoices.queries.ts";
import type { About } from "./about.ts";

/** Each as its own file, by its name. */
export type Contents = {
  readonly case: unknown;
  readonly people: readonly unknown[];
  readonly checklist: unknown;
  /** For admins of the bureau alone. */
  readonly notes: readonly unknown[] | null;
  /** Those whose whole passport number stands among the people. */
  readonly passportsShown: readonly number[];
};

export async function readContents(
  executor: Executor,
  about: About,
  invoices: readonly ListedInvoice[],
): Promise<Contents> {
  const { caseFile, reader, audience } = about;
  const [file, papers, people, checklist, agreements, notes] = await Promise.all([
    selectSeenCase(executor, system, caseFile.id),
    documents.listOfCase(executor, reader, caseFile.id),
    selectApplicants(executor, caseFile.id),
    readCase(executor, system, caseFile.id),
    executor
      .select()
      .from(serviceAgreements)
      .where(eq(serviceAgreements.caseId, caseFile.id))
      .orderBy(desc(serviceAgreements.uploadedAt), desc(serviceAgreements.id)),
    audience === "bureau" && hasFullAccess(reader)
      ? selectNotes(executor, { caseId: caseFile.id })
      : null,
  ]);
  if (!file) throw notFound("case");
  const numbers = new Map(audience === "bureau" ? people.flatMap(numberOf) : []);
  return {
    case: {
      ...z.parse(CaseFile, file),
      documents: z.parse(z.array(CaseDocument), papers),
      agreements: z.parse(z.array(ServiceAgreement), agreements.map(present)),
      invoices: z.parse(
        z.array(Invoice),
        invoices.map((invoice) => invoiceAnswer(reader, invoice)),
      ),
    },
    people: people.map((row) => ({
      ...z.parse(Applicant, presentApplicant(row)),
      ...(audience === "bureau" && { passportNumber: numbers.get(row.id) ?? null }),
    })),
    checklist: z.parse(checklistApi.get.response, answerFor(reader, checklist)),
    notes,
    passportsShown: [...numbers.keys()],
  };
}

/** One number that does not open hides nobody else of the case. */
function numberOf(row: StoredApplicant): [number, string][] {
  try {
    const number = openNumber(row);
    return number === null ? [] : [[row.id, number]];
  } catch {
    return [];
  }
}
