import { describe, expect, it } from "vitest";
import { toastsOf } from "#web/feedback/test-toasts.tsx";
import { useCancelEmailChange, useUpdateProfile, useUploadAvatar } from "./profile.queries.ts";

describe("what is said after a change of the profile", () => {
  it("to names and address", { tags: ["I-ERR-060", "I-ERR-073"] }, async () => {
    const input = { firstName: "Noor", lastName: "Haddad", email: "noor@example.com" };
    expect(await toastsOf(useUpdateProfile, input, { id: 1, ...input })).toEqual({
      done: ["Success", "Profile updated successfully"],
      failed: ["Error", "Failed to update profile"],
    });
  });

  it("to another address that is cancelled", { tags: ["D-131"] }, async () => {
    expect(await toastsOf(useCancelEmailChange, undefined, { message: "done" })).toEqual({
      done: ["Cancelled", "Your email stays as it is."],
      failed: ["Error", "Failed to cancel the change"],
    });
  });

  it("to the picture", { tags: ["I-ERR-061", "I-ERR-075"] }, async () => {
    const picture = new File(["x"], "me.png", { type: "image/png" });
    const answer = { profileImageUrl: "/uploads/me.webp" };
    expect(await toastsOf(useUploadAvatar, picture, answer)).toEqual({
      done: ["Success", "Avatar updated successfully"],
      failed: ["Error", "Failed to upload avatar"],
    });
  });
});
