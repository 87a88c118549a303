/** People are told that a case is theirs now, and only those who are there. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { casesApi } from "contract/cases";
import { inTransaction } from "#server/database/transaction.ts";
import { moveToUser } from "#server/modules/cases/assignees.service.ts";
import { buildInvitation } from "#testing/factories/invitations.ts";
import { buildUser } from "#testing/factories/users.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { type Bureau, openBureau, toldOf, write } from "#testing/told.ts";

let portal: TestApp;
let bureau: Bureau;
beforeAll(async () => {
  portal = await openTestApp();
  bureau = await openBureau(portal);
});
afterAll(() => portal.close());

describe("people are told", () => {
  it(
    "of a case when they are assigned, once, and not when it is taken away",
    { tags: ["W-NTF-010"] },
    async () => {
      const caseFile = await bureau.openCase({ assignedTo: [bureau.people.agent] });
      const admin = await bureau.as("admin");
      const body = { userId: bureau.people.client.id };
      await admin.call(casesApi.assign, { params: { id: caseFile.id }, body });
      await admin.call(casesApi.assign, { params: { id: caseFile.id }, body, leavesNoEvent: true });
      expect(await toldOf(caseFile)).toMatchObject([
        { userId: bureau.people.client.id, kind: "assigned", count: 1 },
      ]);
      await admin.call(casesApi.unassign, { params: { id: caseFile.id }, body });
      expect(await toldOf(caseFile)).toEqual([]);
    },
  );

  it("of a case that is opened with them on it", { tags: ["W-NTF-010"] }, async () => {
    const admin = await bureau.as("admin");
    const { people } = bureau;
    const opened = await admin.call(casesApi.create, {
      body: {
        title: "Robin Person",
        nationality: "British",
        gender: "Mr.",
        numberOfApplicants: 1,
        citizenshipProgram: "vanuatu",
        citizenshipFee: 13_000_000,
        assignedUsers: [people.client.id, people.agent.id, people.admin.id],
      },
    });
    expect((await toldOf(opened)).map(({ userId }) => userId)).toEqual([
      people.client.id,
      people.agent.id,
    ]);
  });

  it("only when they are there: an invitation is nobody yet", { tags: ["W-NTF-011"] }, async () => {
    const caseFile = await bureau.openCase({ assignedTo: [] });
    const invitation = await buildInvitation();
    const admin = await bureau.as("admin");
    await admin.call(casesApi.assign, {
      params: { id: caseFile.id },
      body: { userId: `invitation-${invitation.id}` },
    });
    const user = await buildUser();
    const invitationId = invitation.id;
    await inTransaction((tx) => moveToUser(tx, { invitationId, userId: user.id }));
    expect(await toldOf(caseFile)).toEqual([]);
    await write(await bureau.as("opener"), caseFile);
    expect((await toldOf(caseFile)).map(({ userId }) => userId)).toEqual([user.id]);
  });
});
