import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SignedInActor } from "#server/core/actor.ts";
import * as activity from "#server/modules/activity/activity.service.ts";
import { openActors } from "#testing/actors.ts";
import { caseRow, eventsOf } from "#testing/case-records.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import * as assignments from "./assignments.service.ts";
import * as cases from "./cases.service.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

const newCase = {
  title: "T",
  numberOfApplicants: 1,
  status: "onboarding",
  nationality: "British",
  citizenshipProgram: "vanuatu",
  gender: "Ms.",
  fiuFee: 0,
  citizenshipFee: 0,
  assignedUsers: [],
} as const;

/** Each call, as if its endpoint had let somebody in who is on the case but no admin. */
const calls: [string, (actor: SignedInActor, id: number) => Promise<unknown>][] = [
  ["opens a case", (actor) => cases.create(actor, { ...newCase, assignedUsers: [] })],
  [
    "changes it",
    (actor, id) => cases.update(actor, { id, changes: { status: "citizen" }, basedOn: null }),
  ],
  ["deletes it", (actor, id) => cases.remove(actor, id)],
  ["assigns", (actor, id) => assignments.assign(actor, { caseId: id, userId: actor.id })],
  ["unassigns", (actor, id) => assignments.unassign(actor, { caseId: id, userId: actor.id })],
  ["reads the activity", (actor, id) => activity.list(actor, { caseId: id })],
  ["reads notes", (actor, id) => activity.listNotes(actor, id)],
  ["writes a note", (actor, id) => activity.createNote(actor, { caseId: id, message: "Hm" })],
];

describe("the service itself refuses who is no admin", () => {
  it.each(calls)("%s", async (_, call) => {
    const { caseFile, people } = await openActors(portal);
    const actor: SignedInActor = {
      kind: "user",
      id: people.client.id,
      email: people.client.email,
      name: "Clara Client",
      role: "client",
      isAdmin: false,
      sessionId: "",
      isProven: true,
    };
    await expect(call(actor, caseFile.id)).rejects.toMatchObject({
      status: 403,
      message: "Admin access required",
    });
    expect((await caseRow(caseFile.id)).revision).toBe(1);
    expect(await eventsOf(caseFile.id)).toEqual([]);
  });
});
