/** People who write without pause, each call marked and entered into the journal before it leaves. */
import { setTimeout as pause } from "node:timers/promises";
import { buildAssignment, buildCase } from "server/testing/factories/cases.ts";
import { samplePdf } from "server/testing/sample-files.ts";
import { type Journal, type WriteKind, writeKinds } from "./journal.ts";
import type { Call, Person } from "./person.ts";
import type { ProvingGround } from "./proving-ground.ts";
import type { Random } from "./random.ts";

const WRITERS = 4;
/** Files are spread, because a case holds 500 of them. */
const CASES = 60;
/** A portal that is gone refuses at once; asking it again in the next microsecond would only heat the machine. */
const AFTER_SILENCE_MS = 10;

export interface Writers {
  admins: Person[];
  caseIds: number[];
  pdf: Blob;
}

/** Called behind the portal. */
export async function enrolWriters(ground: ProvingGround): Promise<Writers> {
  const admins = await ground.people("admin", WRITERS);
  const caseIds: number[] = [];
  for (let made = 0; made < CASES; made += 1) {
    const caseFile = await buildCase();
    for (const { id } of admins) await buildAssignment(caseFile, { userId: id });
    caseIds.push(caseFile.id);
  }
  return { admins, caseIds, pdf: new Blob([new Uint8Array(await samplePdf())]) };
}

export interface Shift {
  writers: Writers;
  journal: Journal;
  random: Random;
  /** Ends the shift; a call under way comes to its own end. */
  signal: AbortSignal;
}

/** A call that got no answer, and when it left. */
export interface Unanswered {
  mark: string;
  sentAt: number;
}

/** All write at once until the signal; ends when the last answer is there or has failed to come. */
export async function writeUntil(shift: Shift): Promise<Unanswered[]> {
  const { writers, journal, random, signal } = shift;
  const unanswered: Unanswered[] = [];
  await Promise.all(
    writers.admins.map(async (person) => {
      const own = random.fork();
      while (!signal.aborted) {
        const kind = own.pick(writeKinds);
        const mark = journal.attempt(kind);
        const call = callOf(kind, mark, { caseId: own.pick(writers.caseIds), pdf: writers.pdf });
        const sentAt = performance.now();
        const isAnswered = await writeOne(person, call, { journal, mark });
        if (!isAnswered) unanswered.push({ mark, sentAt });
      }
    }),
  );
  return unanswered;
}

async function writeOne(
  person: Person,
  call: Call,
  { journal, mark }: { journal: Journal; mark: string },
): Promise<boolean> {
  let status: number;
  try {
    ({ status } = await person.send(call));
  } catch {
    // No answer is the point of many a fault: the journal keeps the attempt as unanswered.
    await pause(AFTER_SILENCE_MS);
    return false;
  }
  if (status < 300) journal.answer(mark, "acknowledged");
  else if (status < 500) journal.answer(mark, "refused");
  return true;
}

function callOf(kind: WriteKind, mark: string, about: { caseId: number; pdf: Blob }): Call {
  const { caseId, pdf } = about;
  const inCase = (path: string, body: unknown) => ({
    method: "POST",
    path: `/api/cases/${caseId}/${path}`,
    body,
  });
  switch (kind) {
    case "case":
      return {
        method: "POST",
        path: "/api/cases",
        body: {
          title: mark,
          nationality: "Emirati",
          citizenshipProgram: "vanuatu",
          gender: "Mr.",
        },
      };
    case "comment":
      return inCase("comments", { message: mark });
    case "note":
      return inCase("internal-notes", { message: mark });
    case "document": {
      const form = new FormData();
      form.append("files", new File([pdf], `${mark}.pdf`, { type: "application/pdf" }));
      return inCase("documents", form);
    }
    case "invoice":
      return {
        method: "POST",
        path: "/api/invoices",
        body: {
          caseId,
          caseTitle: "Specimen",
          stage: "Stage 1",
          invoiceId: `S1-${mark}`,
          usdFee: 100,
          rate: 1,
        },
      };
  }
}
