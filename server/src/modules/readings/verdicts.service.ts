/** What staff decide about the values of a passport: taken over, set aside, and taken back within a minute. */
import { eq } from "drizzle-orm";
import type { Applicant } from "contract/applicants";
import {
  readingMessages,
  type UsableField,
  VERDICT_UNDO_SECONDS,
  type VerdictChoice,
} from "contract/reading-parts";
import type { PassportReading, ProposedField, VerdictsInput } from "contract/readings";
import type { SubjectRecord } from "#server/auth/subjects.ts";
import type { SignedInActor } from "#server/core/actor.ts";
import { badField, badRequest, forbidden, notFoundWith, wrongState } from "#server/core/errors.ts";
import { assertStaff } from "#server/core/full-access.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Transaction } from "#server/database/connection.ts";
import { type ReadingRow, readings } from "#server/database/tables/readings.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { announceSeen } from "#server/events/announce.ts";
import { makeCaseKey } from "#server/files/keys.ts";
import { presentApplicant, selectApplicants } from "#server/modules/applicants/applicant-rows.ts";
import { openNumber, type StoredApplicant } from "#server/modules/applicants/passport-number.ts";
import { type TakenValues, takeValues } from "#server/modules/applicants/taken-values.service.ts";
import { factsOfCase } from "#server/modules/documents/document-answers.ts";
import { seenByOf } from "#server/modules/documents/documents.events.ts";
import {
  lockCurrentDocument,
  type LockedDocument,
} from "#server/modules/documents/documents.queries.ts";
import { answerOf, fieldsOf } from "./answers.ts";
import { forgetJob } from "./passports.jobs.ts";
import { typedName } from "./proposals.ts";
import { lockReading, type StoredReading } from "./readings.queries.ts";
import { type FormerValues, openFormer, sealFormer } from "./sealed-lines.ts";

type Decided = { applicant: Applicant | null; reading: PassportReading };
type Locked = LockedDocument & {
  reading: StoredReading;
  people: readonly StoredApplicant[];
  /** To whom the document is assigned. */
  person: StoredApplicant | null;
  caseKey: Buffer;
};

export async function decide(
  actor: SignedInActor,
  { subject, input }: { subject: SubjectRecord; input: VerdictsInput },
): Promise<Decided> {
  return change(actor, subject, async (tx, locked) => {
    const { reading, person, row } = locked;
    const chosen = chosenOf(fieldsOf({ ...locked, document: row }), input);
    const taken = chosen.filter(({ choice }) => choice !== "set_aside");
    const former = formerOf(locked, taken);
    if (taken.length > 0) {
      if (!person) throw badRequest(readingMessages.noPerson);
      await takeValues(tx, actor, {
        ...locked,
        person,
        values: Object.assign({}, ...taken.map(valuesOf)) as TakenValues,
        basedOn: input.applicantVersion,
        passportDocumentId: row.id,
        said: { source: "reading", documentId: row.id, documentName: row.originalName },
      });
      // When nothing can be taken back any more, nothing of it is kept.
      await forgetJob.enqueue(tx, {}, { startAfter: `${VERDICT_UNDO_SECONDS + 1} seconds` });
    }
    const at = now().toISOString();
    const said = chosen.map(({ name, choice }) => {
      const verdict = choice === "set_aside" ? ("set_aside" as const) : ("taken" as const);
      return [name, { verdict, by: actor.id, at }];
    });
    return { verdicts: { ...reading.verdicts, ...Object.fromEntries(said) }, former };
  });
}

/** Only as long as the value is the one that was taken. */
export async function undo(
  actor: SignedInActor,
  { subject, field }: { subject: SubjectRecord; field: UsableField },
): Promise<Decided> {
  return change(actor, subject, async (tx, locked) => {
    const { reading, person, row } = locked;
    const { [field]: said, ...verdicts } = reading.verdicts;
    if (!said) throw notFoundWith("There is no decision to undo");
    if (said.by !== actor.id) throw forbidden(readingMessages.notYours);
    if (isLate(said.at)) throw wrongState(readingMessages.tooLate);
    const { [field]: kept, ...former } = openFormer(reading);
    if (said.verdict === "taken") {
      if (!kept || !person || !isAsTaken(person, kept.after))
        throw wrongState(readingMessages.tooLate);
      const { passportDocumentId, ...values } = kept.before;
      const isSource = Object.keys(former).some((name) => name !== field && isOfPassport(name));
      await takeValues(tx, actor, {
        ...locked,
        person,
        values: values as TakenValues,
        basedOn: null,
        passportDocumentId: isSource ? row.id : (passportDocumentId as number | null),
        said: { source: "undo", documentId: row.id, documentName: row.originalName },
      });
    }
    return { verdicts, former };
  });
}

type Change = { verdicts: ReadingRow["verdicts"]; former: FormerValues };

async function change(
  actor: SignedInActor,
  subject: SubjectRecord,
  decideIn: (tx: Transaction, locked: Locked) => Promise<Change>,
): Promise<Decided> {
  assertStaff(actor);
  // Made before any lock is taken.
  const caseKey = await makeCaseKey(subject.caseId);
  return inTransaction(async (tx) => {
    const [document, reading, people] = await Promise.all([
      lockCurrentDocument(tx, actor, subject),
      lockReading(tx, subject.id),
      selectApplicants(tx, subject.caseId),
    ]);
    const { row, caseFile } = document;
    const person = people.find(({ id }) => id === row.assignedTo) ?? null;
    const { verdicts, former } = await decideIn(tx, {
      ...document,
      reading,
      people,
      person,
      caseKey,
    });
    const isKept = Object.keys(former).length > 0;
    const [[changed], facts, after] = await Promise.all([
      tx
        .update(readings)
        .set({
          verdicts,
          sealedFormer: isKept ? sealFormer(caseKey, reading.id, former) : null,
          formerUntil: isKept ? later(VERDICT_UNDO_SECONDS) : null,
        })
        .where(eq(readings.id, reading.id))
        .returning(),
      factsOfCase(tx, subject.caseId),
      selectApplicants(tx, subject.caseId),
      announceSeen(tx, { case: caseFile, refreshes: ["readings"], seenBy: seenByOf([row]) }),
    ]);
    if (!changed || !facts) throw notFoundWith("This document has not been read");
    const found = { reading: { ...changed, caseKey: reading.caseKey }, document: row, facts };
    const applicant = after.find(({ id }) => id === row.assignedTo);
    return {
      applicant: applicant ? presentApplicant(applicant) : null,
      reading: await answerOf(tx, actor, found),
    };
  });
}

type Chosen = { name: UsableField; value: string; choice: VerdictChoice };

function chosenOf(proposals: readonly ProposedField[], { fields }: VerdictsInput): Chosen[] {
  return Object.entries(fields).map(([name, choice]) => {
    const proposal = proposals.find((field) => field.name === name);
    const isThere = proposal && proposal.value !== null && proposal.mark !== "absent";
    if (!isThere || proposal.value === null || (choice === "replace" && name !== "name"))
      throw badField(`fields.${name}`, readingMessages.noProposal);
    if (choice !== "set_aside" && proposal.mark === "doubtful")
      throw badField(`fields.${name}`, readingMessages.doubtful);
    return { name: name as UsableField, value: proposal.value, choice };
  });
}

function valuesOf({ name, value, choice }: Chosen): TakenValues {
  if (name === "sex") return { gender: value as "male" | "female" };
  if (name !== "name") return { [name]: value };
  const fullName = choice === "replace" ? { fullName: typedName(value) } : {};
  return { passportName: value, ...fullName };
}

/** What each value replaces, beside that of earlier ones which can still be taken back. */
function formerOf({ reading, person }: Locked, taken: readonly Chosen[]): FormerValues {
  const earlier = Object.entries(openFormer(reading)).filter(
    ([name]) => !isLate(reading.verdicts[name]?.at ?? ""),
  );
  if (!person) return {};
  const number = openNumber(person);
  const fresh = taken.map((one) => {
    const after = valuesOf(one);
    const before = Object.fromEntries(
      Object.keys(after).map((field) => [field, currentOf(person, number, field)]),
    );
    const source = isOfPassport(one.name)
      ? { passportDocumentId: person.passportDocumentId }
      : { passportDocumentId: null };
    return [one.name, { before: { ...before, ...source }, after }] as const;
  });
  return Object.fromEntries([...earlier, ...fresh]) as FormerValues;
}

function isAsTaken(person: StoredApplicant, after: FormerValues[string]["after"]): boolean {
  const number = openNumber(person);
  return Object.entries(after).every(
    ([field, value]) => currentOf(person, number, field) === value,
  );
}

function currentOf(person: StoredApplicant, number: string | null, field: string) {
  return field === "passportNumber" ? number : (person[field as keyof StoredApplicant] ?? null);
}

function isOfPassport(name: string): boolean {
  return name === "name" || name.startsWith("passport");
}

const now = (): Date => runtime.clock.now();
const later = (seconds: number): string => new Date(now().getTime() + seconds * 1000).toISOString();

function isLate(at: string): boolean {
  return !(now().getTime() - Date.parse(at) <= VERDICT_UNDO_SECONDS * 1000);
}
