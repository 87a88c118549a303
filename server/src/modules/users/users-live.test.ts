import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { profileApi } from "contract/profile";
import { usersApi } from "contract/users";
import { listen, type Subscription } from "#server/database/channel.ts";
import { type Closing, LIVE_CHANNEL, type Notice } from "#server/events/announce.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildAdmin, buildUser } from "#testing/factories/users.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";

let portal: TestApp;
let subscription: Subscription;
let heard: (Notice | Closing)[] = [];

beforeAll(async () => {
  portal = await openTestApp();
  subscription = listen(LIVE_CHANNEL, (payload) =>
    heard.push(JSON.parse(payload) as Notice | Closing),
  );
  await subscription.ready;
});
beforeEach(() => {
  heard = [];
});
afterAll(async () => {
  subscription.stop();
  await portal.close();
});

async function isHeard(expected: object): Promise<void> {
  await expect.poll(() => heard).toContainEqual(expected);
}

describe("a change of a user", () => {
  it("refreshes the lists of admins, his own data and the cases that show his name", async () => {
    const user = await buildUser();
    const caseFile = await buildCase({ assignedTo: [user] });
    const browser = await portal.as(user);
    const body = { firstName: "New", lastName: "Name", email: user.email };
    await browser.call(profileApi.update, { body });
    await isHeard({ audience: "admins", keys: ["/api/users", "/api/users/page"] });
    await isHeard({ audience: { userId: user.id }, keys: ["/api/user"] });
    await isHeard({
      audience: { caseId: caseFile.id },
      keys: expect.arrayContaining(["/api/cases", `/api/cases/by-case-id/${caseFile.caseId}`]),
      rows: [{ list: "cases", id: caseFile.id, kind: "moved" }],
    });
  });

  it("of his role cuts his open screens off at once", { tags: ["asvs-85"] }, async () => {
    const admin = await portal.as(await buildAdmin());
    const user = await buildUser();
    const { firstName, lastName, email } = user;
    const body = { firstName, lastName, email, role: "agent" as const };
    await admin.call(usersApi.update, { params: { id: user.id }, body });
    await isHeard({ closeStreamsOf: user.id });
  });

  it("that is his end refreshes the cases he was assigned to, and cuts him off", async () => {
    const admin = await portal.as(await buildAdmin());
    const user = await buildUser();
    const caseFile = await buildCase({ assignedTo: [user] });
    await admin.call(usersApi.remove, { params: { id: user.id } });
    await isHeard({ closeStreamsOf: user.id });
    await isHeard({
      audience: { caseId: caseFile.id },
      keys: expect.arrayContaining(["/api/cases"]),
      rows: [{ list: "cases", id: caseFile.id, kind: "moved" }],
    });
  });
});

describe("an invitation", () => {
  it("refreshes the admins' list when it is sent, sent again and withdrawn", async () => {
    const admin = await portal.as(await buildAdmin());
    const notice = { audience: "admins", keys: ["/api/invitations"] };
    const body = { email: "guest@example.com" };
    const { invitation } = await admin.call(usersApi.invite, { body });
    await isHeard(notice);
    heard = [];
    await admin.call(usersApi.resendInvitation, { params: { id: invitation.id } });
    await isHeard(notice);
    heard = [];
    await admin.call(usersApi.removeInvitation, { params: { id: invitation.id } });
    await isHeard(notice);
  });
});
