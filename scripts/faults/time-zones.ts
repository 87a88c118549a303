/** The same data under portals of six time zones: what is stored and answered is the same in each (row 23). */
import { createToken, fingerprintOf } from "server/src/core/secrets.ts";
import { buildCase } from "server/testing/factories/cases.ts";
import { buildComment } from "server/testing/factories/comments.ts";
import { buildInvitation } from "server/testing/factories/invitations.ts";
import { half } from "./checker.ts";
import { type FaultTest, type Finding, newFinding, scaled } from "./fault.ts";
import type { Person } from "./person.ts";
import { withAdmin } from "./with-admin.ts";

const ROUNDS = 10;
/** Ahead of everybody, behind everybody, half hours, and clocks that change by half an hour. */
const ZONES = [
  "UTC",
  "Asia/Dubai",
  "America/St_Johns",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
  "Australia/Lord_Howe",
];
/** The oldest that is taken, a day that not every year has, one that Samoa skipped, and one when clocks change. */
const BIRTHS = ["1900-01-01", "2000-02-29", "2011-12-30", "2026-03-29"];
const LEAP_DAY = "2024-02-29";
/** Both sides of midnight in Dubai, at the turn of a year and of a February; inside and around changed clocks. */
const MOMENTS = [
  "2024-02-29T19:59:59.999Z",
  "2024-02-29T20:00:00.000Z",
  "2025-12-31T19:59:59.999Z",
  "2025-12-31T20:00:00.000Z",
  "2026-03-08T04:30:00.000Z",
  "2026-03-29T01:30:00.000Z",
  "2026-04-04T15:00:00.000Z",
  "2026-10-25T01:30:00.000Z",
];

interface Scene {
  admin: Person;
  finding: Finding;
  /** Every path that was read, and what its first reader was told. */
  told: Map<string, string>;
}

export const timeZones: FaultTest = {
  row: 23,
  what: "portals in 6 time zones: leap days, Dubai midnight, changed clocks",
  run: async (trial) => {
    const finding = newFinding();
    const told = new Map<string, string>();
    await withAdmin(finding, async ({ ground, admin }) => {
      for (const path of await buildMoments()) told.set(path, "");
      const scene = { admin, finding, told };
      for (let round = 0; round < scaled(ROUNDS, trial); round += 1) {
        for (const zone of ZONES) {
          await ground.portal.stop();
          await ground.start({ TZ: zone });
          finding.faults += 1;
          await write(scene, zone);
          await readAll(scene, zone);
        }
      }
    });
    finding.remark = `${told.size} answers the same in every zone`;
    return finding;
  },
};

/** Answers the paths under which the moments can be read. Called behind the portal. */
async function buildMoments(): Promise<string[]> {
  const { id } = await buildCase();
  for (const createdAt of MOMENTS) {
    await buildComment({ caseId: id, userId: null, message: createdAt, createdAt });
  }
  const token = createToken();
  await buildInvitation({ token: fingerprintOf(token), expiresAt: "2096-02-29T20:00:00.000Z" });
  return [`/api/cases/${id}/comments`, `/api/invitations/${token}`];
}

/** A family whose days are all special, entered through the portal of this zone. */
async function write(scene: Scene, zone: string): Promise<void> {
  const created = await post(scene, "/api/cases", {
    title: `Family in ${zone}`,
    nationality: "Emirati",
    citizenshipProgram: "vanuatu",
    gender: "Mr.",
  });
  const { id, caseId } = created as { id: number; caseId: string };
  await post(scene, `/api/cases/${id}/comments`, { message: zone });
  const applicants = await post(scene, `/api/cases/${id}/applicants`, {
    applicants: BIRTHS.map((dateOfBirth, index) => ({
      fullName: `Person ${index}`,
      category: index === 0 ? "Main Applicant" : "Dependent Child",
      dateOfBirth,
    })),
  });
  const births = (applicants as { dateOfBirth: string }[]).map(({ dateOfBirth }) => dateOfBirth);
  requireSame(scene, { what: "dates of birth", zone }, [births.join(), BIRTHS.join()]);
  const dated = await invoice(scene, { id, invoiceId: `S1-${caseId}`, date: LEAP_DAY });
  requireSame(scene, { what: "a leap day", zone }, [dated, LEAP_DAY]);
  const before = todayInDubai();
  const undated = await invoice(scene, { id, invoiceId: `S2-${caseId}` });
  if (undated !== before) requireSame(scene, { what: "today", zone }, [undated, todayInDubai()]);
  for (const path of [
    `/api/cases/by-case-id/${caseId}`,
    `/api/cases/by-case-id/${caseId}/invoices`,
    `/api/cases/${id}/comments`,
    `/api/cases/${id}/audit`,
  ]) {
    scene.told.set(path, "");
  }
}

type NewInvoice = { id: number; invoiceId: string; date?: string };

async function invoice(scene: Scene, { id, ...rest }: NewInvoice): Promise<string> {
  const body = { ...rest, caseId: id, caseTitle: "Specimen", stage: "Stage 1", usdFee: 100 };
  return ((await post(scene, "/api/invoices", body)) as { date: string }).date;
}

async function post({ admin, finding }: Scene, path: string, body: unknown): Promise<unknown> {
  const answer = await admin.send({ method: "POST", path, body });
  finding.inputs += 1;
  if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  finding.acknowledged += 1;
  return answer.body;
}

/** What portals of other zones have answered, and what has not been read before. */
async function readAll(scene: Scene, zone: string): Promise<void> {
  const { admin, finding, told } = scene;
  for (const [path, first] of told) {
    const { status, text } = await admin.send({ method: "GET", path });
    finding.inputs += 1;
    if (status !== 200) finding.problems.push(`${path} answered ${status} in ${zone}`);
    if (first === "") told.set(path, text);
    else requireSame(scene, { what: path, zone }, [text, first]);
  }
  requireMoments(scene, zone);
}

/** What is answered of a moment is the moment itself, to the millisecond. */
function requireMoments(scene: Scene, zone: string): void {
  const [conversation = "[]"] = scene.told.values();
  for (const { message, createdAt } of JSON.parse(conversation) as Record<string, string>[]) {
    requireSame(scene, { what: "a moment", zone }, [createdAt ?? "", message ?? ""]);
  }
}

function requireSame(
  { finding }: Scene,
  { what, zone }: { what: string; zone: string },
  [is, was]: [is: string, was: string],
): void {
  if (is !== was) half(finding, `${what} in ${zone} is ${is} instead of ${was}`);
}

function todayInDubai(): string {
  return new Intl.DateTimeFormat("sv", { timeZone: "Asia/Dubai" }).format(new Date());
}
