import { afterAll, beforeAll, expect, it } from "vitest";
import { bureauApi } from "contract/bureau";
import { operationsApi } from "contract/operations";
import { sessionApi } from "contract/session";
import { usersApi } from "contract/users";
import { noteBackup } from "#server/events/note-backup.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildAdmin, buildUser } from "#testing/factories/users.ts";
import { type MailServer, openMailServer } from "#testing/mail-server.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";
import { ownerAddress } from "#testing/test-database.ts";

let portal: TestApp;
let server: MailServer;
let admin: TestClient;
beforeAll(async () => {
  server = await openMailServer();
  portal = await openTestApp({
    settings: { MAIL_FROM: "desk@example.com", SMTP_URL: `smtp://127.0.0.1:${server.port}` },
  });
  admin = await portal.as(await buildAdmin());
});
afterAll(async () => {
  await portal.close();
  await server.close();
});

async function done(): Promise<string[]> {
  const { steps } = await admin.call(operationsApi.getFirstSteps);
  expect(steps.map(({ key }) => key)).toEqual(["bureau", "mail", "backup", "colleague", "cases"]);
  return steps.filter((step) => step.done).map(({ key }) => key);
}

it("ticks each step by what has happened", { tags: ["W-RUN-009"] }, async () => {
  expect(await done()).toEqual([]);
  await buildUser({ role: "client" });
  expect(await done()).toEqual([]);

  const none = { address: null, trn: null, phone: null, website: null, letterFoot: null };
  const bankDetails = { USD: null, AED: null };
  await admin.call(bureauApi.update, { body: { name: "Harbour", bankDetails, ...none } });
  expect(await done()).toEqual(["bureau"]);
  await admin.call(operationsApi.sendTestMail);
  expect(await done()).toEqual(["bureau", "mail"]);
  await noteBackup(ownerAddress(), 7);
  expect(await done()).toEqual(["bureau", "mail", "backup"]);
  await admin.call(usersApi.invite, { body: { email: "amal@example.com", role: "agent" } });
  expect(await done()).toEqual(["bureau", "mail", "backup", "colleague"]);
  await buildCase();
  expect(await done()).toEqual(["bureau", "mail", "backup", "colleague", "cases"]);
});

it(
  "belongs to the first admin; others of the bureau are not asked for it",
  { tags: ["W-RUN-009"] },
  async () => {
    expect(await admin.call(sessionApi.getUser)).toMatchObject({ isFirstAdmin: true });
    for (const role of ["admin", "agent", "client"] as const) {
      const other = await portal.as(await buildUser({ role }));
      expect(await other.call(sessionApi.getUser)).not.toHaveProperty("isFirstAdmin");
      if (role === "admin") continue;
      const { message } = await other.refused(403, operationsApi.getFirstSteps);
      expect(message).toBe("Admin access required");
    }
  },
);
