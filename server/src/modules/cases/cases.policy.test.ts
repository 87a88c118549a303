import { describe, expect, it } from "vitest";
import type { Role } from "contract/session";
import { anonymous, type Actor, isAdmin, system } from "#server/core/actor.ts";
import { casePermissions } from "./cases.policy.ts";

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
  ])("is all or nothing: %s [C-ROLE-003]", (_, actor, allowed) => {
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
