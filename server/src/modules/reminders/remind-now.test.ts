/** Reminders by hand, of one case and of many. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bulkActionsApi } from "contract/bulk-actions";
import { casesApi } from "contract/cases";
import { addDays } from "contract/days";
import { remindersApi } from "contract/reminders";
import { setRuntime, runtime } from "#server/core/runtime.ts";
import { mailRecipients } from "#server/database/tables/mail-recipients.ts";
import { eventsOf } from "#testing/case-records.ts";
import {
  type Chased,
  MONDAY,
  openChased,
  remindersOf,
  sendOn,
  setDay,
  storeSchedule,
} from "#testing/chased.ts";
import { buildAssignment } from "#testing/factories/cases.ts";
import { buildInvitation } from "#testing/factories/invitations.ts";
import { buildUser } from "#testing/factories/users.ts";
import { mailsTo } from "#testing/mails.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());
beforeEach(async () => {
  setDay(portal, MONDAY);
  await storeSchedule();
});

const remind = (
  chased: Chased,
  { by = chased.agent, note }: { by?: TestClient; note?: string } = {},
) =>
  by.call(remindersApi.remind, {
    params: { id: chased.id },
    body: { userIds: [chased.people.client.id], ...(note !== undefined && { note }) },
  });
const refusal = async (chased: Chased, userIds: number[], status = 409) =>
  (
    await chased.agent.refused(status, remindersApi.remind, {
      params: { id: chased.id },
      body: { userIds },
    })
  ).message;

describe("a reminder by hand", () => {
  it("is the very mail that was looked at before", { tags: ["W-CHS-017"] }, async () => {
    for (const mailContent of ["reference", "full"] as const) {
      const config = { ...runtime.config, mailContent };
      const chased = await openChased(portal);
      setRuntime({ ...runtime, config });
      const note = "The embassy closes on Friday.";
      const params = { id: chased.id };
      const shown = await chased.agent.call(remindersApi.preview, { params, query: { note } });
      expect(await remind(chased, { note })).toEqual({ sent: 1 });
      const [letter] = await chased.letters();
      expect({ subject: letter?.subject, text: letter?.text }).toEqual(shown);
      expect(shown.text).toContain(note);
    }
    setRuntime({ ...runtime, config: { ...runtime.config, mailContent: "reference" } });
  });

  it(
    "goes out on any day, whatever the plan says, and counts for no round",
    { tags: ["W-CHS-018"] },
    async () => {
      const chased = await openChased(portal);
      await sendOn(portal, addDays(MONDAY, 3));
      await storeSchedule({ isOn: false });
      const sunday = addDays(MONDAY, 6);
      setDay(portal, sunday, "19:00:00");
      await chased.agent.call(remindersApi.plan, {
        params: { id: chased.id },
        body: { isOn: false, pausedUntil: addDays(sunday, 20) },
      });
      await remind(chased);
      expect(await chased.letters()).toHaveLength(2);
      expect(await chased.plan()).toMatchObject({
        lastSentOn: sunday,
        lastScheduledOn: addDays(MONDAY, 3),
        sentInRound: 1,
      });
      await storeSchedule();
      await chased.agent.call(remindersApi.plan, {
        params: { id: chased.id },
        body: { pausedUntil: null },
      });
      setDay(portal, addDays(sunday, 1));
      await storeSchedule({ firstDays: [3, 4], everyDays: 1 });
      // On again since yesterday: its first days count too.
      await chased.agent.call(remindersApi.plan, {
        params: { id: chased.id },
        body: { isOn: true },
      });
      expect((await remindersOf(chased)).nextOn).toBe(addDays(sunday, 4));
    },
  );

  it(
    "keeps two days between it and the next of the schedule",
    { tags: ["W-CHS-018"] },
    async () => {
      const chased = await openChased(portal);
      setDay(portal, addDays(MONDAY, 2));
      await remind(chased);
      expect((await remindersOf(chased)).nextOn).toBe(addDays(MONDAY, 4));
    },
  );

  it(
    "is refused as a whole where it makes no sense, and says why",
    { tags: ["W-CHS-019"] },
    async () => {
      const chased = await openChased(portal);
      const { client, agent } = chased.people;
      const second = await buildUser({ firstName: "Omar", lastName: "Haddad" });
      await buildAssignment(chased.caseFile, { userId: second.id });
      const stranger = await buildUser();
      const both = [client.id, second.id];
      expect(await refusal(chased, [], 400)).toBe("Choose who is reminded");
      for (const id of [stranger.id, agent.id, 2_000_000_000])
        expect(await refusal(chased, [client.id, id], 400)).toBe("This person cannot be reminded");
      const off = { userId: second.id, remindersOffAt: "2026-01-01T00:00:00.000Z" };
      await runtime.database.insert(mailRecipients).values(off);
      expect(await refusal(chased, both, 400)).toBe("Omar Haddad cannot be reminded");
      await runtime.database.delete(mailRecipients);
      await remind(chased);
      portal.clock.advance(12 * 3_600_000 - 60_000);
      expect(await refusal(chased, both)).toBe("Clara Client was reminded less than 12 hours ago.");
      portal.clock.advance(60_001);
      await chased.admin.call(casesApi.updateStatus, {
        params: { caseId: chased.caseFile.caseId },
        body: { status: "hold" },
      });
      expect(await refusal(chased, both)).toBe("No reminders while the case is On Hold.");
      await chased.admin.call(casesApi.updateStatus, {
        params: { caseId: chased.caseFile.caseId },
        body: { status: "courier" },
      });
      const [first] = await chased.sent();
      await chased.withdraw(Number(first?.items[0]?.key.slice(1)));
      expect(await refusal(chased, both)).toBe("Nothing is open for the client.");
      const params = { id: chased.id };
      const empty = await chased.agent.refused(409, remindersApi.preview, { params });
      expect(empty.message).toBe("Nothing is open for the client.");
      expect(await chased.letters()).toHaveLength(1);
      expect(await mailsTo(second.email)).toEqual([]);
    },
  );

  it("pressed by two at once is one", { tags: ["W-CHS-020"] }, async () => {
    const chased = await openChased(portal);
    const ask = (by: TestClient) =>
      by.send(remindersApi.remind, {
        params: { id: chased.id },
        body: { userIds: [chased.people.client.id] },
      });
    const answers = await Promise.all([ask(chased.agent), ask(chased.admin)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
    expect(await chased.letters()).toHaveLength(1);
  });

  it(
    "is one line of activity for all it goes to, by who sent it",
    { tags: ["W-CHS-023"] },
    async () => {
      const chased = await openChased(portal);
      const second = await buildUser();
      await buildAssignment(chased.caseFile, { userId: second.id });
      const to = [chased.people.client.id, second.id];
      await chased.agent.call(remindersApi.remind, {
        params: { id: chased.id },
        body: { userIds: to },
      });
      const lines = (await eventsOf(chased.id)).filter(
        ({ metadata }) => "reminder" in (metadata ?? {}),
      );
      expect(lines).toMatchObject([
        {
          actorId: chased.people.agent.id,
          action: "update",
          metadata: { reminder: { to, items: 1, by: "hand" } },
        },
      ]);
      const { sent } = await remindersOf(chased);
      expect(sent).toHaveLength(2);
      expect(sent[0]).toMatchObject({
        by: "hand",
        number: null,
        items: 1,
        staff: { firstName: "Alan" },
      });
    },
  );

  it("names everybody who cannot be reminded, and why", { tags: ["W-CHS-016"] }, async () => {
    const chased = await openChased(portal);
    const off = await buildUser({ firstName: "Omar", lastName: "Off" });
    const lost = await buildUser({ firstName: "Lina", lastName: "Lost" });
    const gone = await buildUser({ disabledAt: "2026-01-01T00:00:00.000Z" });
    for (const { id } of [off, lost, gone]) await buildAssignment(chased.caseFile, { userId: id });
    const invited = await buildInvitation({ firstName: "Ivo", lastName: "Invited" });
    await buildAssignment(chased.caseFile, { invitationId: invited.id });
    const since = "2026-01-01T00:00:00.000Z";
    await runtime.database.insert(mailRecipients).values([
      { userId: off.id, mailsOffAt: since },
      { userId: lost.id, undeliverableAt: since },
    ]);
    expect((await remindersOf(chased)).recipients).toEqual([
      { userId: chased.people.client.id, name: "Clara Client", canBeReminded: true, reason: null },
      { userId: null, name: "Ivo Invited", canBeReminded: false, reason: "not_registered" },
      { userId: lost.id, name: "Lina Lost", canBeReminded: false, reason: "undeliverable" },
      { userId: off.id, name: "Omar Off", canBeReminded: false, reason: "reminders_off" },
    ]);
  });
});

describe("many cases at once", () => {
  it(
    "are reminded by an agent where they are his; others are missing",
    { tags: ["W-VIE-017"] },
    async () => {
      const chased = await openChased(portal);
      const quiet = await openChased(portal);
      await buildAssignment(quiet.caseFile, { userId: chased.people.agent.id });
      await quiet.withdraw((await quiet.ask("Gone")).extraId);
      const foreign = await openChased(portal);
      await quiet.admin.call(casesApi.updateStatus, {
        params: { caseId: quiet.caseFile.caseId },
        body: { status: "hold" },
      });
      const ids = [chased.id, quiet.id, foreign.id];
      const outcomes = [
        { id: chased.id, outcome: "done", message: null },
        { id: quiet.id, outcome: "refused", message: "No reminders while the case is On Hold." },
        { id: foreign.id, caseId: null, outcome: "missing", message: null },
      ];
      const tried = await chased.agent.call(bulkActionsApi.start, {
        body: { action: "remind", ids, dryRun: true },
      });
      expect(tried).toMatchObject({ state: "done", total: 3, undoUntil: null, results: outcomes });
      expect(await chased.letters()).toEqual([]);
      const done = await chased.agent.call(bulkActionsApi.start, {
        body: { action: "remind", ids, note: "See you." },
      });
      expect(done).toMatchObject({ action: "remind", undoUntil: null, results: outcomes });
      expect((await chased.letters())[0]?.text).toContain("See you.");
      for (const other of [quiet, foreign]) expect(await other.letters()).toEqual([]);
      const params = { id: done.id };
      await chased.agent.refused(404, bulkActionsApi.undo, { params });
    },
  );
});
