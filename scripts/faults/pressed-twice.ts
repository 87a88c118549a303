/** Twenty times the same press at once: one effect (row 17). */
import { seedApplicants } from "contract/applicants";
import { buildCase } from "server/testing/factories/cases.ts";
import { buildUser } from "server/testing/factories/users.ts";
import { samplePdf } from "server/testing/sample-files.ts";
import { half } from "./checker.ts";
import { type FaultTest, type Finding, newFinding, scaled } from "./fault.ts";
import type { Call, Person } from "./person.ts";
import { ask, type Query, sql } from "./query.ts";
import { withAdmin } from "./with-admin.ts";

const PRESSES = 20;
const ROUNDS = 50;
const SEEDINGS = 1000;

interface Press {
  call: Call;
  /** Counts the effects; there must be one. */
  count: Query;
  hasKey: boolean;
}

export const pressedTwice: FaultTest = {
  row: 17,
  what: "every creating call 20 times at once; seeding in 2 tabs",
  run: async (trial) => {
    const finding = newFinding();
    await withAdmin(finding, async ({ admin }) => {
      const pdf = new Blob([new Uint8Array(await samplePdf())]);
      for (let round = 0; round < scaled(ROUNDS, trial); round += 1) {
        for (const press of await pressesOf(`round-${round}`, pdf)) {
          await pressAtOnce(admin, press, finding);
        }
      }
      for (let round = 0; round < scaled(SEEDINGS, trial); round += 1) {
        await seedInTwoTabs(admin, finding);
      }
    });
    return finding;
  },
};

/** With a key every call counts once; without one, those that a unique index guards. */
async function pressesOf(mark: string, pdf: Blob): Promise<Press[]> {
  const caseFile = await buildCase();
  const guest = await buildUser();
  const inCase = `/api/cases/${caseFile.id}`;
  const keyed = (call: Omit<Call, "method">, count: Query): Press => ({
    call: { ...call, method: "POST", headers: { "idempotency-key": `${mark}-${call.path}` } },
    count,
    hasKey: true,
  });
  const bare = (call: Omit<Call, "method">, count: Query): Press => ({
    call: { ...call, method: "POST" },
    count,
    hasKey: false,
  });
  const family = { nationality: "Emirati", citizenshipProgram: "vanuatu", gender: "Mr." };
  const invoice = (code: string) => ({
    caseId: caseFile.id,
    caseTitle: "Specimen",
    stage: "Stage 1",
    invoiceId: code,
    usdFee: 100,
    rate: 1,
  });
  const form = new FormData();
  form.append("files", new File([pdf], `${mark}.pdf`, { type: "application/pdf" }));
  const invited = `${mark}-guest@family.example`;
  return [
    keyed(
      { path: "/api/cases", body: { title: `keyed ${mark}`, ...family } },
      sql`select count(*)::int from cases where title = ${`keyed ${mark}`}`,
    ),
    keyed(
      { path: `${inCase}/comments`, body: { message: mark } },
      sql`select count(*)::int from comments where case_id = ${caseFile.id}`,
    ),
    keyed(
      { path: `${inCase}/internal-notes`, body: { message: mark } },
      sql`select count(*)::int from internal_notes where case_id = ${caseFile.id}`,
    ),
    keyed(
      { path: `${inCase}/documents`, body: form },
      sql`select count(*)::int from documents where case_id = ${caseFile.id}`,
    ),
    keyed(
      { path: "/api/invoices", body: invoice(`S1-${mark}-K`) },
      sql`select count(*)::int from invoices where invoice_id = ${`S1-${mark}-K`}`,
    ),
    bare(
      { path: "/api/invoices", body: invoice(`S1-${mark}-B`) },
      sql`select count(*)::int from invoices where invoice_id = ${`S1-${mark}-B`}`,
    ),
    bare(
      { path: "/api/cases", body: { title: mark, caseId: `CODE ${mark}`, ...family } },
      sql`select count(*)::int from cases where case_id = ${`CODE ${mark}`}`,
    ),
    bare(
      { path: `${inCase}/assignments`, body: { userId: guest.id } },
      sql`select count(*)::int from case_assignments where case_id = ${caseFile.id}`,
    ),
    bare(
      { path: "/api/invitations", body: { email: invited, role: "client" } },
      sql`select count(*)::int from user_invitations where email = ${invited}`,
    ),
  ];
}

async function pressAtOnce(person: Person, press: Press, finding: Finding): Promise<void> {
  const { call, count, hasKey } = press;
  const answers = await Promise.all(Array.from({ length: PRESSES }, () => person.send(call)));
  finding.inputs += PRESSES;
  finding.faults += PRESSES - 1;
  finding.acknowledged += answers.filter(({ status }) => status < 300).length;
  const what = `${call.path} ${hasKey ? "with a key" : "without a key"}`;
  const failed = answers.find(({ status }) => status >= 500);
  if (failed !== undefined) finding.problems.push(`${what} answered ${failed.status}`);
  if (!answers.some(({ status }) => status < 300)) {
    finding.problems.push(`${what} never succeeded: ${answers[0]?.status} ${answers[0]?.text}`);
  }
  await requireOne(count, what, finding);
}

async function requireOne(count: Query, what: string, finding: Finding): Promise<void> {
  const [row] = await ask<{ count: number }>(count);
  const effects = row?.count ?? 0;
  if (effects === 0) {
    finding.lost += 1;
    finding.problems.push(`${what} had no effect`);
  }
  if (effects > 1) half(finding, `${what} had ${effects} effects`);
}

async function seedInTwoTabs(person: Person, finding: Finding): Promise<void> {
  const caseFile = await buildCase({ numberOfApplicants: 4 });
  const body = { applicants: seedApplicants(caseFile) };
  const path = `/api/cases/${caseFile.id}/applicants`;
  const tabs = await Promise.all([1, 2].map(() => person.send({ method: "POST", path, body })));
  finding.inputs += tabs.length;
  finding.faults += 1;
  finding.acknowledged += tabs.filter(({ status }) => status < 300).length;
  for (const { status, text } of tabs) {
    if (status >= 300) finding.problems.push(`seeding answered ${status}: ${text}`);
  }
  const [row] = await ask<{ count: number }>(
    sql`select count(*)::int from applicants where case_id = ${caseFile.id}`,
  );
  if (row?.count !== 4) half(finding, `seeding twice left ${row?.count} applicants of 4`);
}
