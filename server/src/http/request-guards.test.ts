import { expect, it } from "vitest";
import { api } from "contract/api";
import { takesRoom } from "./request-guards.ts";

it("lets everybody who wants to make room in, also when the disk is full", () => {
  const { session, stepUp, cases, users } = api;
  const open = [session.login, ...Object.values(stepUp), cases.list, cases.remove, users.remove];
  expect(open.filter(takesRoom)).toEqual([]);
  expect([cases.create, cases.update, users.invite].every(takesRoom)).toBe(true);
});
