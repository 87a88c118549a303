import { describe, expect, it } from "vitest";
import type { Role } from "contract/session";
import { anonymous, type Actor, isAdmin, system } from "#server/core/actor.ts";
import { casePermissions, seesCase } from "./cases.policy.ts";

function actorWith(user: { role: Role; isAdmin: boolean }): Actor {
  return {
    kind: "user",
    id: 1,
    email: "person@example.com",
    name: "Person",
    role: user.role,
    isAdmin: isAdmin(user),
    sessionId: "",
    isProven: true,
  };
}

describe("what somebody may do with a case", () => {
  it.each([
    ["an admin by role", actorWith({ role: "admin", isAdmin: false }), true],
    ["an admin by flag [D-047]", actorWith({ role: "client", isAdmin: true }), true],
    ["the portal itself", system, true],
    ["an agent [D-046]", actorWith({ role: "agent", isAdmin: false }), false],
    ["a client", actorWith({ role: "client", isAdmin: false }), false],
    ["an accountant", actorWith({ role: "accountant", isAdmin: false }), false],
    ["a visitor", anonymous, false],
  ])("is all or nothing: %s", { tags: ["C-ROLE-003"] }, (_, actor, allowed) => {
    expect(casePermissions(actor)).toEqual({
      update: allowed,
      remove: allowed,
      assign: allowed,
      changeStatus: allowed,
      removeDocuments: allowed,
      removeAgreements: allowed,
      readActivity: allowed,
    });
  });
});

describe("whether somebody sees a case that was read with the people assigned to it", () => {
  const agent = actorWith({ role: "agent", isAdmin: false });

  it.each([
    ["an admin, whoever is assigned", actorWith({ role: "admin", isAdmin: false }), [], true],
    ["the portal itself", system, [], true],
    ["an agent who is assigned", agent, [7, 1], true],
    ["an agent who is not", agent, [7, 2], false],
    ["a client who is not", actorWith({ role: "client", isAdmin: false }), [7], false],
    ["a visitor", anonymous, [1], false],
  ])("%s", { tags: ["C-ROLE-019"] }, (_, actor, assigned, sees) => {
    expect(seesCase(actor, assigned)).toBe(sees);
  });
});
