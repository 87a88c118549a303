/** The portal's clock is wrong, runs fast, or is set back: nothing revives, nothing dies, nothing loses its order (row 22). */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runtime } from "server/src/core/runtime.ts";
import { signedHeaders } from "server/src/integrations/webhooks/signature.ts";
import { buildCase } from "server/testing/factories/cases.ts";
import { openWebhookReceiver, type WebhookReceiver } from "server/testing/webhook-receiver.ts";
import { half, leaked } from "./checker.ts";
import { buildExpiring, type Expiring } from "./expiring.ts";
import { FalseClock, fakeTimeLibrary } from "./false-clock.ts";
import { type FaultTest, type Finding, newFinding, scaled } from "./fault.ts";
import type { Person } from "./person.ts";
import type { ProvingGround } from "./proving-ground.ts";
import { ask, sql } from "./query.ts";
import { until } from "./until.ts";
import { withAdmin } from "./with-admin.ts";

const ROUNDS = 5;
const SKEWS = ["+2h", "-400d", "@2038-01-19 03:13:55", "+0 x60"];
const STEP_BACK = "-3h";
const HOUR_MS = 3_600_000;
/** What receivers of Standard Webhooks allow. */
const WINDOW_MS = 300_000;
const SETTLED_MS = 60_000;
const DELIVERED_WITHIN_MS = 20_000;

interface Scene {
  ground: ProvingGround;
  admin: Person;
  receiver: WebhookReceiver;
  finding: Finding;
}

export const clockSkew: FaultTest = {
  row: 22,
  what: "clock +2 h, −400 d, 2038, × 60; set back 3 h while it runs",
  run: async (trial) => {
    const finding = newFinding();
    if (fakeTimeLibrary === undefined) {
      finding.problems.push("libfaketime is not installed, so no clock could be moved");
      return finding;
    }
    const directory = mkdtempSync(join(tmpdir(), "portal-clock-"));
    const clock = new FalseClock(join(directory, "moment"), fakeTimeLibrary);
    const receiver = await openWebhookReceiver();
    clock.set("+0");
    try {
      // PostgreSQL is started by the portal, and takes nothing of its environment: its time is right.
      await withAdmin(
        finding,
        async ({ ground, admin }) => {
          const scene = { ground, admin, receiver, finding };
          for (let round = 0; round < scaled(ROUNDS, trial); round += 1) {
            for (const skew of SKEWS) {
              await startAt(skew, { ground, clock });
              await livesThrough(scene, skew, await buildExpiring(ground.origin));
            }
            await startAt("+0", { ground, clock });
            const built = await buildExpiring(ground.origin);
            clock.set(STEP_BACK);
            await livesThrough(scene, `a step of ${STEP_BACK}`, built);
          }
        },
        {
          ALLOW_LOOPBACK_WEBHOOK: "true",
          WEBHOOK_URL_STATUS_CHANGE: receiver.url,
          ...clock.settings,
        },
      );
    } finally {
      await receiver.close();
      rmSync(directory, { recursive: true, force: true });
    }
    finding.remark = "sessions, codes, links and messages unmoved";
    return finding;
  },
};

type Restart = { ground: ProvingGround; clock: FalseClock };

async function startAt(moment: string, { ground, clock }: Restart): Promise<void> {
  await ground.portal.stop();
  clock.set(moment);
  await ground.start();
}

async function livesThrough(scene: Scene, skew: string, things: Expiring[]): Promise<void> {
  const { ground, finding } = scene;
  finding.faults += 1;
  await requireFalse(scene, skew);
  for (const thing of things) {
    finding.inputs += 1;
    const isTaken = await thing.isTaken();
    if (isTaken) finding.acknowledged += 1;
    if (isTaken && !thing.isLiving) leaked(finding, 1, `${thing.what} revived by ${skew}`);
    if (!isTaken && thing.isLiving) {
      finding.lost += 1;
      finding.problems.push(`a living ${thing.what} was refused with ${skew}`);
    }
  }
  await work(scene, skew);
  if (ground.portal.hasEnded()) finding.problems.push(`the portal has crashed with ${skew}`);
}

/** A clock that could not be moved proves nothing. */
async function requireFalse({ admin, finding }: Scene, skew: string): Promise<void> {
  const { headers } = await admin.send({ method: "GET", path: "/api/user" });
  const apart = Math.abs(Date.parse(headers.get("date") ?? "") - Date.now());
  const isFast = skew.includes("x");
  if (!(apart > (isFast ? WINDOW_MS / 10 : HOUR_MS))) {
    finding.problems.push(`with ${skew} the portal's clock was only ${apart} ms off`);
  }
}

/** A case moves on, and people talk: order, durations and messages are those of the right time. */
async function work(scene: Scene, skew: string): Promise<void> {
  const { admin, receiver, finding } = scene;
  const { id, caseId } = await buildCase();
  const heardBefore = receiver.heard.length;
  const said = ["first", "second", "third"];
  const calls = [
    ...["bank_clearance", "courier"].map((status) => ({
      method: "PATCH",
      path: `/api/cases/by-case-id/${caseId}`,
      body: { status },
    })),
    ...said.map((message) => ({
      method: "POST",
      path: `/api/cases/${id}/comments`,
      body: { message },
    })),
  ];
  for (const call of calls) {
    finding.inputs += 1;
    const { status, text } = await admin.send(call);
    if (status < 300) finding.acknowledged += 1;
    else finding.problems.push(`${call.path} answered ${status} with ${skew}: ${text}`);
  }
  const { body } = await admin.send({ method: "GET", path: `/api/cases/${id}/comments` });
  const order = (body as { message: string }[]).map(({ message }) => message);
  if (order.join() !== said.join()) half(finding, `${order.join()} was shown with ${skew}`);
  await requireRightTimes(id, skew, finding);
  await requireMessages(scene, skew, heardBefore);
}

async function requireRightTimes(caseId: number, skew: string, finding: Finding): Promise<void> {
  const wrong = await ask<{ what: string }>(sql`
    select 'stay' as what from case_status_history where case_id = ${caseId}
      and (ended_at < started_at or abs(extract(epoch from now() - ended_at)) > ${SETTLED_MS / 1000})
    union all select 'case' from cases where id = ${caseId}
      and abs(extract(epoch from now() - last_status_updated_at)) > ${SETTLED_MS / 1000}
    union all select 'message' from webhook_logs where case_id = ${caseId}
      and abs(extract(epoch from now() - created_at)) > ${SETTLED_MS / 1000}`);
  for (const { what } of wrong)
    half(finding, `a ${what} has another time than it was, with ${skew}`);
}

/** Both changes of status arrive, signed at a time that the receiver's window lets in. */
async function requireMessages(
  { receiver, finding }: Scene,
  skew: string,
  heardBefore: number,
): Promise<void> {
  const arrived = () => receiver.heard.slice(heardBefore);
  if (!(await until(() => arrived().length >= 2, DELIVERED_WITHIN_MS))) {
    finding.lost += 1;
    finding.problems.push(`${2 - arrived().length} messages did not arrive with ${skew}`);
  }
  for (const { headers, body } of arrived()) {
    const sentAt = new Date(Number(headers["webhook-timestamp"]) * 1000);
    const apart = Math.abs(sentAt.getTime() - Date.now());
    const id = String(headers["webhook-id"]);
    const { secret } = runtime.config.webhooks;
    const signed = signedHeaders({ id, secrets: [secret], body, sentAt });
    const isSigned = signed["webhook-signature"] === headers["webhook-signature"];
    if (apart > WINDOW_MS || !isSigned) {
      finding.lost += 1;
      finding.problems.push(`a receiver refuses a message sent with ${skew}: ${apart} ms off`);
    }
  }
}
