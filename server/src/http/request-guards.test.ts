import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { api } from "contract/api";
import { commentsApi } from "contract/comments";
import { type Actors, openActors } from "#testing/actors.ts";
import { buildComment } from "#testing/factories/comments.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { takesRoom } from "./request-guards.ts";

it("lets everybody who wants to make room in, also when the disk is full", () => {
  const { session, stepUp, cases, users } = api;
  const open = [session.login, ...Object.values(stepUp), cases.list, cases.remove, users.remove];
  expect(open.filter(takesRoom)).toEqual([]);
  expect([cases.create, cases.update, users.invite].every(takesRoom)).toBe(true);
});

describe("a record that somebody does not see", () => {
  let portal: TestApp;
  let actors: Actors;
  beforeAll(async () => {
    portal = await openTestApp();
    actors = await openActors(portal);
  });
  afterAll(() => portal.close());

  it("is not there before anything is said of the body", async () => {
    const { id: caseId } = actors.caseFile;
    const { id } = await buildComment({ caseId });
    const rawBody = { commentIds: "all", emoji: 5 };
    for (const [client, status] of [
      [actors.client, 400],
      ...actors.strangers.map((stranger) => [stranger, 404] as const),
    ] as const) {
      const react = await client.send(commentsApi.react, { params: { id }, rawBody });
      const read = await client.send(commentsApi.markRead, { params: { id: caseId }, rawBody });
      expect([react.status, read.status]).toEqual([status, status]);
    }
  });
});
