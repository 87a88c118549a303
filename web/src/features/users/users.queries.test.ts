import { describe, expect, it } from "vitest";
import type { Invitation, User } from "contract/users";
import { toastsOf } from "#web/feedback/test-toasts.tsx";
import {
  useInvite,
  useRemoveInvitation,
  useRemoveUser,
  useResendInvitation,
  useUpdateUser,
} from "./users.queries.ts";

const user = { id: 1, email: "noor@example.com" } as User;
const invitation = { id: 2, email: "guest@example.com" } as Invitation;

describe("what is said about invitations", () => {
  it(
    "when one is sent, with its cases",
    { tags: ["I-ERR-062", "I-ERR-076", "D-133"] },
    async () => {
      const input = { email: invitation.email, selectedCases: [1, 2] };
      expect(await toastsOf(useInvite, input, { invitation })).toEqual({
        done: ["Invitation sent", "Invitation sent to guest@example.com with 2 assigned case(s)"],
        failed: ["Failed to send invitation", "An error occurred while sending the invitation"],
      });
    },
  );

  it("when one is sent again", { tags: ["I-ERR-063", "I-ERR-077"] }, async () => {
    expect(await toastsOf(useResendInvitation, invitation, {})).toEqual({
      done: ["Invitation resent", "A new link has been sent to guest@example.com."],
      failed: ["Failed to resend invitation", "Failed to resend invitation"],
    });
  });

  it("when one is deleted", { tags: ["I-ERR-064", "I-ERR-078"] }, async () => {
    expect(await toastsOf(useRemoveInvitation, invitation, {})).toEqual({
      done: ["Invitation deleted", "The invitation has been deleted."],
      failed: ["Failed to delete invitation", "Failed to delete invitation"],
    });
  });
});

describe("what is said about users", () => {
  it("when one is changed", { tags: ["I-ERR-066", "I-ERR-079"] }, async () => {
    const body = {
      firstName: "Noor",
      lastName: "Haddad",
      email: user.email,
      role: "client",
    } as const;
    expect(await toastsOf(useUpdateUser, { user, body }, user)).toEqual({
      done: ["User updated", "The changes have been saved."],
      failed: ["Error", "Failed to update user"],
    });
  });

  it("when one is deleted", { tags: ["I-ERR-065", "I-ERR-080"] }, async () => {
    expect(await toastsOf(useRemoveUser, user, {})).toEqual({
      done: ["User deleted", "The account has been deleted."],
      failed: ["Failed to delete user", "Failed to delete user"],
    });
  });
});
