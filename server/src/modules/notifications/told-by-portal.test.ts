/** What nobody did: days that come near or pass, and mails that do not arrive. */
import { and, eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checklistApi } from "contract/checklist";
import { type DeadlinePhase, notificationsApi } from "contract/notifications";
import { runtime } from "#server/core/runtime.ts";
import type { CaseRow } from "#server/database/tables/cases.ts";
import { mailRecipients } from "#server/database/tables/mail-recipients.ts";
import { notifications, type ToldThing } from "#server/database/tables/notifications.ts";
import { inTransaction } from "#server/database/transaction.ts";
import type { PeopleGroup } from "#server/events/telling.ts";
import { runDueJobs } from "#testing/jobs.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { type Bureau, openBureau, partsTold, toldOf } from "#testing/told.ts";
import { tellJob } from "./tell.jobs.ts";
import type { News } from "./tell.service.ts";

let portal: TestApp;
let bureau: Bureau;
beforeAll(async () => {
  portal = await openTestApp();
  bureau = await openBureau(portal);
});
afterAll(() => portal.close());

const tell = (news: Omit<News, "actorId" | "at">) => {
  const at = runtime.clock.now().toISOString();
  return inTransaction((tx) => tellJob.enqueue(tx, { ...news, actorId: null, at }));
};

describe("due dates", () => {
  const ask = async (caseFile: CaseRow, titles: readonly string[]): Promise<ToldThing[]> => {
    const agent = await bureau.as("agent");
    const asked = await Promise.all(
      titles.map((title, index) =>
        agent.call(checklistApi.addExtra, {
          params: { id: caseFile.id },
          body: { category: "cv", title, dueOn: `2030-05-1${index}` },
        }),
      ),
    );
    await runtime.database.delete(notifications).where(eq(notifications.caseId, caseFile.id));
    return asked.map(({ key, dueOn }) => ({ id: 0, key, dueOn: dueOn! }));
  };
  const tellOf =
    (caseFile: CaseRow) =>
    (phase: DeadlinePhase, to: readonly PeopleGroup[], about: readonly ToldThing[]) =>
      tell({ kind: "deadline_near", phase, to, about, caseId: caseFile.id });

  it(
    "are one line for each phase, named with their last day, and lead to what is open",
    { tags: ["W-NTF-028"] },
    async () => {
      const caseFile = await bureau.openCase();
      const [one, other, third] = await ask(caseFile, ["Letter", "Deed", "Map"]);
      await toldOf(caseFile);
      await runtime.database.delete(notifications).where(eq(notifications.caseId, caseFile.id));
      const tellPhase = tellOf(caseFile);
      await tellPhase("near", ["clients", "agents"], [other!]);
      await toldOf(caseFile);
      await tellPhase("near", ["clients", "agents"], [one!]);
      await tellPhase("overdue", ["advisers"], [third!]);
      expect(await partsTold(bureau, caseFile, "deadline_near")).toEqual(["agent", "client"]);
      const agent = await bureau.as("agent");
      const link = `/case/${caseFile.caseId}/checklist?open=1`;
      const lines = (await agent.call(notificationsApi.list)).items;
      expect(lines).toHaveLength(2);
      expect(lines).toEqual(
        expect.arrayContaining(
          [
            { phase: "overdue", count: 1, subject: "Map", dueOn: "2030-05-12", actor: null, link },
            { phase: "near", count: 2, subject: "Letter", dueOn: "2030-05-11", actor: null, link },
          ].map((line) => expect.objectContaining(line) as unknown),
        ),
      );
    },
  );

  it("are not told of what came in meanwhile, nor to people without the case", async () => {
    const caseFile = await bureau.openCase({ assignedTo: [bureau.people.client] });
    const agent = await bureau.as("opener");
    const { key, extraId } = await agent.call(checklistApi.addExtra, {
      params: { id: caseFile.id },
      body: { category: "cv", title: "Letter", dueOn: "2030-05-10" },
    });
    const about = [{ id: 0, key, dueOn: "2030-05-10" }];
    await tellOf(caseFile)("overdue", ["advisers"], about);
    // Nobody advises in this case: the bureau's people for it are told.
    expect(await partsTold(bureau, caseFile, "deadline_near")).toEqual(["opener"]);
    await agent.call(checklistApi.removeExtra, {
      params: { id: caseFile.id, extraId: extraId! },
    });
    await tellOf(caseFile)("near", ["clients"], about);
    expect(await partsTold(bureau, caseFile, "deadline_near")).toEqual(["opener"]);
  });
});

describe("an address that fails", () => {
  const fail = async (userId: number) => {
    const undeliverableAt = runtime.clock.now().toISOString();
    await runtime.database.insert(mailRecipients).values({ userId, undeliverableAt });
  };

  it(
    "is told to the agents of the case, and to every admin without one, by name",
    { tags: ["W-NTF-028"] },
    async () => {
      const caseFile = await bureau.openCase();
      const { client, admin } = bureau.people;
      const about = [{ id: client.id }];
      await tell({ kind: "mail_undeliverable", to: ["admins"], about, caseId: null });
      await runDueJobs("notifications.tell");
      const outside = and(
        eq(notifications.kind, "mail_undeliverable"),
        isNull(notifications.caseId),
      );
      const rows = () => runtime.database.select().from(notifications).where(outside);
      // Put right in the meantime.
      expect(await rows()).toEqual([]);

      await fail(client.id);
      await fail(admin.id);
      await tell({ kind: "mail_undeliverable", to: ["agents"], about, caseId: caseFile.id });
      await tell({ kind: "mail_undeliverable", to: ["admins"], about, caseId: null });
      const ofAdmin = [{ id: admin.id }];
      await tell({ kind: "mail_undeliverable", to: ["admins"], about: ofAdmin, caseId: null });
      expect(await partsTold(bureau, caseFile, "mail_undeliverable")).toEqual(["agent"]);
      const { flagged, opener, otherAdmin } = bureau.people;
      const others = [flagged, opener, otherAdmin].map(({ id }) => `${id} 2`);
      expect((await rows()).map(({ userId, count }) => `${userId} ${count}`).toSorted()).toEqual(
        [`${admin.id} 1`, ...others].toSorted(),
      );
      const name = `${client.firstName} ${client.lastName}`;
      const lineOf = async (part: "agent" | "admin") =>
        (await (await bureau.as(part)).call(notificationsApi.list)).items.find(
          ({ kind }) => kind === "mail_undeliverable",
        );
      expect(await lineOf("agent")).toMatchObject({
        subject: name,
        link: `/case/${caseFile.caseId}`,
      });
      expect(await lineOf("admin")).toMatchObject({ subject: name, link: "/users", case: null });
    },
  );
});
