/** What the client reads when another document is asked for: the text of the reason, filled in, unless one was written. */
import { and, eq, isNull } from "drizzle-orm";
import { alpha3Of, countryOf } from "contract/countries";
import { documentCategoryLabel } from "contract/document-categories";
import { fillReason, isReviewReason, reasonFits, type ReasonValues } from "contract/review-reasons";
import { type ReviewInput, reviewMessages } from "contract/reviews";
import { badField } from "#server/core/errors.ts";
import type { Transaction } from "#server/database/connection.ts";
import type { ApplicantRow } from "#server/database/tables/applicants.ts";
import { checklistDecisions } from "#server/database/tables/checklist-decisions.ts";
import { type DocumentRow, documents } from "#server/database/tables/documents.ts";
import { placeOfDocument } from "#server/modules/checklist/document-place.ts";
import { type CaseFacts, checklistWith } from "./document-answers.ts";
import type { LockedDocument } from "./documents.queries.ts";

/** Throws 400 without a reason, with one that does not fit, and without a word where the reason says none. */
export async function saidOf(
  tx: Transaction,
  { row, facts }: LockedDocument,
  { reasonCode, publicText }: ReviewInput,
): Promise<{ reasonCode: string; publicText: string }> {
  if (!reasonCode) throw badField("reasonCode", reviewMessages.noReason);
  if (!isReviewReason(reasonCode) || !reasonFits(reasonCode, row.category))
    throw badField("reasonCode", reviewMessages.wrongReason);
  const text = publicText || fillReason(reasonCode, await valuesOf(tx, facts, row));
  if (text === "") throw badField("publicText", reviewMessages.noText);
  return { reasonCode, publicText: text };
}

async function valuesOf(
  tx: Transaction,
  facts: CaseFacts,
  row: DocumentRow,
): Promise<ReasonValues> {
  if (row.extraItemId !== null) {
    const [extra] = await tx
      .select({ title: checklistDecisions.title })
      .from(checklistDecisions)
      .where(eq(checklistDecisions.id, row.extraItemId));
    const label = extra?.title ?? null;
    return { label, person: personOf(facts, row), days: null, day: null, country: null };
  }
  const { item, rule, referenceDay } = await placeAmongOthers(tx, facts, row);
  return {
    label: item?.label ?? rule?.label ?? categoryLabel(row),
    person: rule?.scope === "case" ? null : personOf(facts, row),
    days: rule?.validityDays ?? null,
    day: rule?.validityDays == null ? null : referenceDay,
    country: item?.country ? countryOf(item.country) : countryOfCitizen(facts, row),
  };
}

/** Of which country's item a document is may depend on the others. */
async function placeAmongOthers(tx: Transaction, facts: CaseFacts, row: DocumentRow) {
  const ofKind = await tx
    .select()
    .from(documents)
    .where(
      and(
        eq(documents.caseId, row.caseId),
        eq(documents.category, row.category),
        documents.isCurrent,
        isNull(documents.extraItemId),
      ),
    );
  const rows = ofKind.map((each) => ({ ...each, earlierCount: 0 }));
  return placeOfDocument(checklistWith(facts, rows), row);
}

function categoryLabel({ category }: DocumentRow): string | null {
  return category === "uncategorized" ? null : documentCategoryLabel(category);
}

/** In a case of one person all papers are his. */
export function personOfDocument(
  { people }: CaseFacts,
  { assignedTo }: DocumentRow,
): ApplicantRow | undefined {
  return assignedTo === null && people.length === 1
    ? people[0]
    : people.find(({ id }) => id === assignedTo);
}

function personOf(facts: CaseFacts, row: DocumentRow): string | null {
  return personOfDocument(facts, row)?.fullName || null;
}

function countryOfCitizen(facts: CaseFacts, row: DocumentRow): string | null {
  if (row.category !== "police-origin") return null;
  const person = personOfDocument(facts, row);
  const isMain = person?.category === "Main Applicant";
  const nationality = person?.nationality ?? (isMain ? facts.caseFile.nationality : null);
  const alpha3 = nationality && alpha3Of(nationality);
  return alpha3 ? countryOf(alpha3) : null;
}
