/**
 * The flow of docs/automation.md in a real Node-RED that is killed again and again: every new invoice gets its paper,
 * and gets it once (row 11). The portal reaches it as a named host of the own network.
 */
import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Invoice } from "contract/invoices";
import { buildCase } from "server/testing/factories/cases.ts";
import { findFreePort } from "#scripts/bench/portal-process.ts";
import { half, leaked } from "./checker.ts";
import { type FaultTest, type Finding, newFinding, scaled } from "./fault.ts";
import { flowAddress, installNodeRed, NodeRed } from "./node-red.ts";
import type { Person } from "./person.ts";
import { ProvingGround } from "./proving-ground.ts";
import { ask, sql } from "./query.ts";
import { passPause, untilQuiet } from "./waiting-jobs.ts";

const INVOICES = 200;
/** Fewer than a message is given tries. */
const KILLS = 4;
/** With a single invoice the next kill would otherwise wait for ever. */
const MORE_WITHIN_MS = 5000;
const QUEUE = "webhook.deliver";

export const automationFlow: FaultTest = {
  row: 11,
  what: "the documented Node-RED flow, killed while it delivers",
  run: async (trial) => {
    installNodeRed();
    const finding = newFinding();
    const secrets = {
      WEBHOOK_SECRET: `whsec_${randomBytes(32).toString("base64")}`,
      AUTOMATION_KEY: `cbk_1_${randomBytes(32).toString("hex")}`,
    };
    const port = await findFreePort();
    const ground = await ProvingGround.open({
      ...secrets,
      WEBHOOK_PRIVATE_HOSTS: "127.0.0.1/32",
      WEBHOOK_URL_INVOICE_PAYMENT: flowAddress(port),
    });
    const nodeRed = new NodeRed(port, { ...secrets, PORTAL_URL: ground.origin });
    try {
      await ground.behind(async () => {
        const admin = (await ground.people("admin"))[0] as Person;
        const caseId = (await buildCase()).id;
        const codes: string[] = [];
        for (let left = scaled(INVOICES, trial); left > 0; left -= 1)
          codes.push(await createInvoice(admin, { caseId, finding }));
        await untilQuiet(QUEUE);
        for (let kill = 0; kill < KILLS; kill += 1) {
          await nodeRed.start();
          await requireRefusal(port, finding);
          await tellAgain();
          await untilMoreAreDelivered();
          await nodeRed.kill();
          finding.faults += 1;
          await untilQuiet(QUEUE);
        }
        await nodeRed.start();
        await tellAgain();
        await untilQuiet(QUEUE);
        for (const code of codes) await requirePaper(admin, code, finding);
      });
    } finally {
      await nodeRed.close();
      await ground.close();
    }
    return finding;
  },
};

async function createInvoice(
  admin: Person,
  { caseId, finding }: { caseId: number; finding: Finding },
): Promise<string> {
  finding.inputs += 1;
  const invoiceId = `S1-flow-${finding.inputs}`;
  const about = { caseTitle: "A family", stage: "Stage 1", address: "Villa 7,\nDubai (UAE)" };
  const { status, text } = await admin.send({
    method: "POST",
    path: "/api/invoices",
    body: { caseId, invoiceId, ...about, usdFee: 1_234_550 },
  });
  if (status !== 201) throw new Error(`An invoice was answered ${status} ${text}`);
  finding.acknowledged += 1;
  return invoiceId;
}

async function tellAgain(): Promise<void> {
  await passPause(
    QUEUE,
    "update webhook_logs set next_attempt_at = now() where status = 'retrying'",
  );
}

async function countDelivered(): Promise<number> {
  const [row] = await ask<{ count: number }>(
    sql`select count(*)::int as count from webhook_logs where status = 'success'`,
  );
  return row?.count ?? 0;
}

async function untilMoreAreDelivered(): Promise<void> {
  const before = await countDelivered();
  const deadline = performance.now() + MORE_WITHIN_MS;
  while ((await countDelivered()) === before && performance.now() < deadline) await pause(20);
}

/** Somebody else who knows the address of the flow, but not the secret. */
async function requireRefusal(port: number, finding: Finding): Promise<void> {
  const answer = await fetch(flowAddress(port), {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "webhook-id": "msg_forged",
      "webhook-timestamp": String(Math.floor(Date.now() / 1000)),
      "webhook-signature": `v1,${randomBytes(32).toString("base64")}`,
    },
    body: '{"data":{"event":"invoice_created","invoice":{"id":1}}}',
  });
  if (answer.status !== 401)
    leaked(finding, 1, `a forged message was answered ${answer.status} by the flow`);
}

async function requirePaper(admin: Person, code: string, finding: Finding): Promise<void> {
  const { text } = await admin.send({ method: "GET", path: `/api/invoices/${code}/download-pdf` });
  const { body } = await admin.send({ method: "GET", path: "/api/invoices" });
  const files = (body as Invoice[]).find(({ invoiceId }) => invoiceId === code)?.stage1Files ?? [];
  if (files.length === 0) {
    finding.lost += 1;
    finding.problems.push(`no paper was delivered for ${code}`);
  } else if (files.length > 1) half(finding, `${files.length} papers were delivered for ${code}`);
  else if (!text.startsWith("%PDF") || !text.includes(code) || !text.includes("USD 12345.50"))
    half(finding, `the paper of ${code} does not say what it should`);
}
