/** The queue of documents that wait to be looked at: oldest first, with all that the desk shows of each. */
import { and } from "drizzle-orm";
import * as z from "zod/mini";
import type { QueueRow, Review, ReviewQueue, ReviewQueueQuery } from "contract/reviews";
import type { SignedInActor } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import { readTogether } from "#server/database/read-together.ts";
import type { ApplicantRow } from "#server/database/tables/applicants.ts";
import { readCursor, writeCursor } from "#server/http/cursor.ts";
import { ageOn } from "#server/modules/checklist/ages.ts";
import { placeOfDocument } from "#server/modules/checklist/document-place.ts";
import { type CaseChecklist, checklistsOf } from "./case-checklists.ts";
import { type AnsweredRow, answerOf } from "./document-answers.ts";
import { assertMayReview } from "./documents.policy.ts";
import { personOfDocument } from "./review-texts.ts";
import {
  countWaiting,
  isAfter,
  isDocument,
  isOther,
  lastReviews,
  type QueuePlace,
  sameDocuments,
  selectWaiting,
} from "./reviews.queries.ts";

export async function list(actor: SignedInActor, query: ReviewQueueQuery): Promise<ReviewQueue> {
  assertMayReview(actor);
  const { total, rows, next } = await readPage(actor, query);
  if (rows.length === 0) return { total, next, rows: [] };
  const caseIds = [...new Set(rows.map(({ caseId }) => caseId))];
  const [checklists, reviews, names] = await readTogether((executor) =>
    Promise.all([
      checklistsOf(executor, caseIds),
      lastReviews(executor, rows),
      sameDocuments(executor, actor, rows),
    ]),
  );
  return {
    total,
    next,
    rows: rows.flatMap((row) => {
      const ofCase = checklists.get(row.caseId);
      if (!ofCase) return [];
      const known = { review: reviews.get(row.id) ?? null, sameAs: names.get(row.id) ?? null };
      return queueRow(row, ofCase, known);
    }),
  };
}

export async function count(actor: SignedInActor): Promise<number> {
  assertMayReview(actor);
  return countWaiting(runtime.database, actor, {});
}

const Cursor = z.tuple([z.string().check(z.regex(/^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z$/)), z.int()]);
/** Before every document. */
const START: QueuePlace = { uploadedAt: "0001-01-01T00:00:00Z", id: 0 };

/** What is asked for by its number comes first, and nowhere else. */
async function readPage(actor: SignedInActor, query: ReviewQueueQuery) {
  const { after, limit, document, ...filters } = query;
  const place = after === undefined ? START : placeOf(after);
  const [total, [first], found] = await readTogether((executor) =>
    Promise.all([
      countWaiting(executor, actor, filters),
      document === undefined || after !== undefined
        ? []
        : selectWaiting(executor, actor, { filters, which: isDocument(document), limit: 1 }),
      selectWaiting(executor, actor, {
        filters,
        which: and(isAfter(place), document === undefined ? undefined : isOther(document)),
        limit: limit + 1,
      }),
    ]),
  );
  const room = first ? limit - 1 : limit;
  const rest = found.slice(0, room);
  const last = rest.at(-1) ?? place;
  return {
    total,
    rows: first ? [first, ...rest] : rest,
    next: found.length > room ? writeCursor([last.uploadedAt, last.id]) : null,
  };
}

function placeOf(cursor: string): QueuePlace {
  const [uploadedAt, id] = readCursor(cursor, Cursor);
  return { uploadedAt, id };
}

type Known = { review: Review | null; sameAs: string | null };

function queueRow(row: AnsweredRow, { facts, checklist }: CaseChecklist, known: Known): QueueRow {
  const { id, caseId, title, status, citizenshipProgram, submissionOn } = facts.caseFile;
  const { item, rule } = placeOfDocument(checklist, row);
  const person = personOfDocument(facts, row);
  const { review, sameAs } = known;
  return {
    document: answerOf(facts, row),
    case: { id, caseId, title, status, citizenshipProgram, submissionOn },
    person: person ? personAt(person, checklist.today) : null,
    item,
    rule: rule && {
      label: rule.label,
      form: rule.form,
      help: rule.help,
      note: rule.note,
      window: item?.window ?? null,
    },
    earlier: row.earlierCount > 0 || review ? { count: row.earlierCount, review } : null,
    sameAs,
    sampleId: rule?.sampleId ?? null,
  };
}

function personAt(person: ApplicantRow, today: string): QueueRow["person"] {
  const { id: applicantId, fullName, category, nationality, gender, dateOfBirth } = person;
  const age = dateOfBirth === null ? null : ageOn(dateOfBirth, today);
  return { applicantId, fullName, category, age, nationality, gender, dateOfBirth };
}
