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
import type { Executor } from "#server/database/connection.ts";
import { serviceAgreements } from "#server/database/tables/service-agreements.ts";
import { selectNotes } from "#server/modules/activity/activity.service.ts";
import { present } from "#server/modules/agreements/agreements.service.ts";
import { peopleTakenOut } from "#server/modules/applicants/people-taken-out.service.ts";
import { readFile } from "#server/modules/cases/cases.service.ts";
import { answerFor, readCase } from "#server/modules/checklist/checklist.service.ts";
import * as documents from "#server/modules/documents/documents.service.ts";
import {
  invoicesTakenOut,
  type TakenInvoice,
} from "#server/modules/invoices/invoices-taken-out.service.ts";
import type { About } from "./about.ts";

/** Each as its own file, by its name. */
export type Contents = {
  readonly case: unknown;
  readonly people: readonly unknown[];
  readonly checklist: unknown;
  /** For admins of the bureau alone. */
  readonly notes: readonly unknown[] | null;
  readonly invoices: readonly TakenInvoice[];
  /** Those whose whole passport number stands among the people. */
  readonly passportsShown: readonly number[];
};

export async function readContents(executor: Executor, about: About): Promise<Contents> {
  const { caseFile, reader } = about;
  const caseId = caseFile.id;
  const isForBureau = about.audience === "bureau";
  const [file, papers, people, checklist, agreements, invoices, notes] = await Promise.all([
    readFile(executor, caseId),
    documents.listOfCase(executor, reader, caseId),
    peopleTakenOut(executor, caseId),
    readCase(executor, system, caseId),
    executor
      .select()
      .from(serviceAgreements)
      .where(eq(serviceAgreements.caseId, caseId))
      .orderBy(desc(serviceAgreements.uploadedAt), desc(serviceAgreements.id)),
    invoicesTakenOut(executor, reader, { caseFile, isForClient: !isForBureau }),
    isForBureau && hasFullAccess(reader) ? selectNotes(executor, { caseId }) : null,
  ]);
  const shown = isForBureau ? people.filter(({ passportNumber }) => passportNumber !== null) : [];
  return {
    case: {
      ...z.parse(CaseFile, file),
      documents: z.parse(z.array(CaseDocument), papers),
      agreements: z.parse(z.array(ServiceAgreement), agreements.map(present)),
      invoices: invoices.map(({ answer }) => z.parse(Invoice, answer)),
    },
    people: people.map(({ answer, passportNumber }) => ({
      ...z.parse(Applicant, answer),
      ...(isForBureau && { passportNumber }),
    })),
    checklist: z.parse(checklistApi.get.response, answerFor(reader, checklist)),
    notes,
    invoices,
    passportsShown: shown.map(({ answer }) => answer.id),
  };
}
