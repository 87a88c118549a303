/** What a user keeps about himself: names, password, picture, sessions, trusted devices. */
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { MessageAnswer } from "./errors.ts";
import { ById, email, MAX_PASSWORD_BYTES, requiredText, Timestamp } from "./fields.ts";
import { CurrentUser, NewPassword, SignedInSession } from "./session.ts";

export const EMAIL_CHANGE_HOURS = 24;
export const EMAIL_CHANGES_A_DAY = 3;
export const PASSWORD_FOR_EMAIL = "Enter your current password to change your email";
export const INVALID_EMAIL_LINK = "This link is invalid, expired, or has already been used.";

const LinkToken = z
  .string(INVALID_EMAIL_LINK)
  .check(z.minLength(1, INVALID_EMAIL_LINK), z.maxLength(200, INVALID_EMAIL_LINK));

export const UpdateProfileInput = z.object({
  firstName: requiredText("First name is required"),
  lastName: requiredText("Last name is required"),
  email: email("Invalid email address"),
  /** Only for another address (D-131). */
  currentPassword: z.optional(
    z
      .string(PASSWORD_FOR_EMAIL)
      .check(
        z.refine(
          (text) => new TextEncoder().encode(text).length <= MAX_PASSWORD_BYTES,
          PASSWORD_FOR_EMAIL,
        ),
      ),
  ),
});

/** The address that waits for its link to be opened. */
export const EmailChange = z.object({ newEmail: z.nullable(z.string()) });
export type EmailChange = z.infer<typeof EmailChange>;

export const EmailLinkInput = z.object({ token: LinkToken });

export const UpdatePasswordInput = z.object({
  currentPassword: z
    .string("Current password is incorrect")
    .check(
      z.minLength(1, "Current password is incorrect"),
      z.maxLength(MAX_PASSWORD_BYTES, "Current password is incorrect"),
    ),
  newPassword: NewPassword,
});

export const TrustedDevice = z.object({
  id: z.number(),
  deviceName: z.nullable(z.string()),
  ipAddress: z.nullable(z.string()),
  lastUsed: Timestamp,
  isCurrent: z.boolean(),
});
export type TrustedDevice = z.infer<typeof TrustedDevice>;

export const profileApi = {
  update: endpoint({
    method: "PUT",
    path: "/api/profile",
    access: "signedIn",
    scope: "session",
    beforeFactor: true,
    summary: "Change the own names; another e-mail address waits until its owner confirms it",
    body: UpdateProfileInput,
    response: CurrentUser,
    secret: true,
  }),
  getEmailChange: endpoint({
    method: "GET",
    path: "/api/profile/email-change",
    access: "signedIn",
    scope: "session",
    beforeFactor: true,
    summary: "The new e-mail address that waits to be confirmed",
    response: EmailChange,
    // Told anew by live updates, also when nobody is there.
    passive: true,
  }),
  cancelEmailChange: endpoint({
    method: "DELETE",
    path: "/api/profile/email-change",
    access: "signedIn",
    scope: "session",
    beforeFactor: true,
    summary: "Keep the e-mail address as it is",
    response: MessageAnswer,
  }),
  confirmEmail: endpoint({
    method: "POST",
    path: "/api/profile/email-change/confirm",
    access: "public",
    scope: "session",
    summary: "Take over the new e-mail address, with the link mailed to it",
    body: EmailLinkInput,
    response: MessageAnswer,
    budget: "tokens",
  }),
  refuseEmail: endpoint({
    method: "POST",
    path: "/api/profile/email-change/refuse",
    access: "public",
    scope: "session",
    summary:
      "Cancel the change and end every session, with the link mailed to the old e-mail address",
    body: EmailLinkInput,
    response: MessageAnswer,
    budget: "tokens",
  }),
  updatePassword: endpoint({
    method: "PUT",
    path: "/api/profile/password",
    access: "signedIn",
    scope: "session",
    beforeFactor: true,
    summary: "Change the own password",
    body: UpdatePasswordInput,
    response: MessageAnswer,
  }),
  uploadAvatar: endpoint({
    method: "POST",
    path: "/api/profile/avatar",
    access: "signedIn",
    scope: "session",
    beforeFactor: true,
    summary: "Set the own picture",
    files: { rule: "avatar" },
    response: z.object({ profileImageUrl: z.string() }),
    budget: "uploads",
  }),
  listSessions: endpoint({
    method: "GET",
    path: "/api/profile/sessions",
    access: "signedIn",
    scope: "session",
    beforeFactor: true,
    summary: "Where the user is signed in",
    response: z.array(SignedInSession),
  }),
  removeSession: endpoint({
    method: "DELETE",
    path: "/api/profile/sessions/:id",
    access: "signedIn",
    scope: "session",
    beforeFactor: true,
    summary: "Sign out one of the own sessions",
    params: z.object({ id: z.string().check(z.regex(/^[0-9a-f]{16}$/, "Invalid id")) }),
    response: MessageAnswer,
  }),
  listDevices: endpoint({
    method: "GET",
    path: "/api/profile/devices",
    access: "signedIn",
    scope: "session",
    beforeFactor: true,
    summary: "Browsers that sign in without a code",
    response: z.array(TrustedDevice),
  }),
  removeDevice: endpoint({
    method: "DELETE",
    path: "/api/profile/devices/:id",
    access: "signedIn",
    scope: "session",
    beforeFactor: true,
    summary: "Ask this browser for a code at its next sign-in",
    params: ById,
    response: MessageAnswer,
  }),
};
