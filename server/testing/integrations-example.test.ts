/** The example of docs/integrations.md, run against a portal as somebody would run it. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildCase } from "./factories/cases.ts";
import { buildInvoice } from "./factories/invoices.ts";
import { buildToken } from "./factories/tokens.ts";
import { buildAdmin } from "./factories/users.ts";
import { openTestApp, type TestApp } from "./test-app.ts";

const run = promisify(execFile);
const example = join(import.meta.dirname, "../../examples/overdue-invoices/overdue-invoices.mjs");
const DAY_MS = 86_400_000;

let portal: TestApp;
let folder: string;
beforeAll(async () => {
  portal = await openTestApp();
  await portal.app.listen({ host: "127.0.0.1", port: 0 });
  folder = await mkdtemp(join(tmpdir(), "portal-example-"));
});
afterAll(async () => {
  await portal.close();
  await rm(folder, { recursive: true });
});

function runWith(token: string) {
  const { port } = portal.app.server.address() as AddressInfo;
  const environment = { PORTAL_URL: `http://127.0.0.1:${port}`, PORTAL_TOKEN: token };
  return run(process.execPath, [example, join(folder, "overdue.csv")], { env: environment });
}

it(
  "writes what was sent fourteen days ago or earlier into a CSV, page after page",
  { tags: ["W-API-016"] },
  async () => {
    const daysAgo = (days: number) =>
      new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
    const caseFile = await buildCase({ caseId: "VU-2026-0014", title: '=Sarrouf "family"' });
    const about = { caseId: caseFile.id, caseTitle: caseFile.title, status: "Sent" as const };
    for (let number = 0; number < 55; number += 1)
      await buildInvoice({ ...about, date: daysAgo(30), totalFee: 12_345, currency: "AED" });
    await buildInvoice({ ...about, date: daysAgo(14), invoiceId: "S1-LAST" });
    await buildInvoice({ ...about, date: daysAgo(10), invoiceId: "S1-TOO-NEW" });
    await buildInvoice({
      ...about,
      status: "Paid by client",
      date: daysAgo(30),
      invoiceId: "S1-PAID",
    });
    const { secret } = await buildToken({
      userId: (await buildAdmin()).id,
      scopes: ["invoices:read"],
    });
    const { stdout } = await runWith(secret);
    expect(stdout).toMatch(/^56 overdue invoices are in /);
    const lines = (await readFile(join(folder, "overdue.csv"), "utf8")).split("\r\n");
    expect(lines[0]).toBe('"Invoice ID","Case ID","Case title","Date","Currency","Total fee"');
    expect(lines).toHaveLength(58);
    expect(lines[1]).toMatch(
      /^"[^"]+","VU-2026-0014","'=Sarrouf ""family""","\d{4}-\d\d-\d\d","AED","123\.45"$/,
    );
    expect(lines[56]).toContain("S1-LAST");
    expect(lines.join()).not.toMatch(/TOO-NEW|PAID/);
  },
);

it("says what is wrong when the token is not enough", async () => {
  const { secret } = await buildToken({ userId: (await buildAdmin()).id, scopes: ["cases:read"] });
  await expect(runWith(secret)).rejects.toThrow("answered 403: This token may not do that");
});
