/** A right is taken away while its holder works: whatever begins after that is refused (row 19). */
import { setTimeout as pause } from "node:timers/promises";
import { buildAssignment, buildCase } from "server/testing/factories/cases.ts";
import { buildDocument } from "server/testing/factories/documents.ts";
import { leaked } from "./checker.ts";
import { type FaultTest, type Finding, newFinding, scaled } from "./fault.ts";
import type { Call, Person } from "./person.ts";
import type { Random } from "./random.ts";
import { withAdmin } from "./with-admin.ts";

const ROUNDS = 1000;
const CALLS = 50;
const CALLS_WITHIN_MS = 150;

interface Victim {
  person: Person;
  caseId: number;
  caseCode: string;
  documentId: number;
}

/** What the admin does; afterwards nothing of the case may be had by the victim. */
const takings: ((victim: Victim) => Call)[] = [
  ({ caseId, person }) => ({
    method: "DELETE",
    path: `/api/cases/${caseId}/assignments?userId=${person.id}`,
  }),
  ({ caseId }) => ({ method: "DELETE", path: `/api/cases/${caseId}` }),
  ({ person }) => ({ method: "DELETE", path: `/api/users/${person.id}` }),
  ({ person }) => ({ method: "POST", path: `/api/users/${person.id}/sign-out` }),
];

const attempts: ((victim: Victim, mark: string) => Call)[] = [
  ({ caseCode }) => ({ method: "GET", path: `/api/cases/by-case-id/${caseCode}` }),
  ({ caseId }) => ({ method: "GET", path: `/api/cases/${caseId}/comments` }),
  ({ caseId }) => ({ method: "GET", path: `/api/cases/${caseId}/applicants` }),
  ({ documentId }) => ({ method: "GET", path: `/api/documents/${documentId}/download` }),
  ({ caseId }, message) => ({
    method: "POST",
    path: `/api/cases/${caseId}/comments`,
    body: { message },
  }),
  ({ documentId }, mark) => ({
    method: "PATCH",
    path: `/api/documents/${documentId}/rename`,
    body: { newName: `${mark}.pdf` },
  }),
];

export const lostRights: FaultTest = {
  row: 19,
  what: "unassigned, case deleted, user deleted or signed out while 50 calls run",
  run: async (trial) => {
    const finding = newFinding();
    await withAdmin(finding, async ({ ground, admin }) => {
      for (let round = 0; round < scaled(ROUNDS, trial); round += 1) {
        const [person] = (await ground.people("client")) as [Person];
        const victim = await openCase(person);
        const taking = takings[round % takings.length]?.(victim) as Call;
        await race({ admin, victim, taking, random: trial.random, finding });
      }
    });
    return finding;
  },
};

async function openCase(person: Person): Promise<Victim> {
  const caseFile = await buildCase();
  await buildAssignment(caseFile, { userId: person.id });
  const document = await buildDocument({ caseId: caseFile.id });
  await person.credentials();
  return { person, caseId: caseFile.id, caseCode: caseFile.caseId, documentId: document.id };
}

interface Race {
  admin: Person;
  victim: Victim;
  taking: Call;
  random: Random;
  finding: Finding;
}

async function race({ admin, victim, taking, random, finding }: Race): Promise<void> {
  let committedAt = Number.POSITIVE_INFINITY;
  const take = pause(random.integer(0, CALLS_WITHIN_MS)).then(async () => {
    const answer = await admin.send(taking);
    committedAt = performance.now();
    if (answer.status >= 300) {
      finding.problems.push(`${taking.method} ${taking.path} answered ${answer.status}`);
    }
  });
  const calls = Array.from({ length: CALLS }, async (_, index) => {
    await pause(random.integer(0, CALLS_WITHIN_MS * 2));
    const call = random.pick(attempts)(victim, `mark ${index}`);
    const sentAt = performance.now();
    const { status } = await victim.person.send(call);
    if (status >= 500) finding.problems.push(`${call.method} ${call.path} answered ${status}`);
    return { call, sentAt, status };
  });
  const [answers] = await Promise.all([Promise.all(calls), take]);
  finding.inputs += CALLS;
  finding.faults += 1;
  for (const { call, sentAt, status } of answers) {
    if (status < 300) finding.acknowledged += 1;
    if (status < 300 && sentAt > committedAt)
      leaked(
        finding,
        1,
        `${call.method} ${call.path} succeeded after ${taking.method} ${taking.path}`,
      );
  }
}
