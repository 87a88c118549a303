/** The bureau's people: active users, invitations, registration by invitation. */
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { MessageAnswer } from "./errors.ts";
import { ById, email, Id, optionalText, requiredText, Timestamp } from "./fields.ts";
import { countBetween, Cursor, Flag, listQuery, Needle } from "./list-query.ts";
import { NewPassword, roles, TokenInPath } from "./session.ts";

export const INVITATION_DAYS = 7;
export const INVALID_INVITATION = "This invitation is invalid, expired, or has already been used.";

export const User = z.object({
  id: z.number(),
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  role: z.enum(roles),
  isAdmin: z.boolean(),
  /** Mails to this address do not arrive. */
  mailFails: z.boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type User = z.infer<typeof User>;

export const USERS_PER_PAGE = 20;
export const userFilters = {
  /** In name, address or role. */
  q: z.optional(Needle),
  role: z.optional(z.enum(roles, "Invalid role")),
  /** Only those to whom a case can be assigned: admins see every case. */
  assignable: z.optional(Flag("Invalid assignable")),
};
export const UserPageQuery = listQuery({
  ...userFilters,
  after: z.optional(Cursor),
  limit: z._default(countBetween(1, 100, "Invalid limit"), USERS_PER_PAGE),
});
export const UserPage = z.object({ rows: z.array(User), next: z.nullable(z.string()) });
export type UserPage = z.infer<typeof UserPage>;

export const UpdateUserInput = z.object({
  firstName: requiredText("First name is required"),
  lastName: requiredText("Last name is required"),
  email: email("Invalid email address"),
  role: z.enum(roles, "Invalid role"),
});

export const Invitation = z.object({
  id: z.number(),
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  role: z.enum(roles),
  isAdmin: z.boolean(),
  isUsed: z.boolean(),
  invitedAt: Timestamp,
  expiresAt: Timestamp,
});
export type Invitation = z.infer<typeof Invitation>;

export const InviteInput = z.object({
  email: email("Valid email is required"),
  firstName: z.optional(z.nullable(optionalText())),
  lastName: z.optional(z.nullable(optionalText())),
  role: z._default(z.enum(roles, "Invalid role"), "client"),
  isAdmin: z._default(z.boolean(), false),
  selectedCases: z._default(
    z.array(Id, "Invalid case").check(z.maxLength(500, "Too many cases")),
    [],
  ),
});

export const InvitationPreview = z.object({
  /** Empty for the link that makes the first admin: who opens it types an address. */
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  expiresAt: Timestamp,
});

export const CompleteRegistrationInput = z.object({
  token: z
    .string("Invitation token is required")
    .check(z.minLength(1, "Invitation token is required"), z.maxLength(200, INVALID_INVITATION)),
  firstName: requiredText("First name is required"),
  lastName: requiredText("Last name is required"),
  password: NewPassword,
  /** Only for the link that makes the first admin: it was given to nobody, so its preview has no address. */
  email: z.optional(email("Invalid email address")),
});

export const usersApi = {
  list: endpoint({
    method: "GET",
    path: "/api/users",
    access: "admin",
    scope: "users:read",
    summary: "Every user",
    response: z.array(User),
  }),
  page: endpoint({
    method: "GET",
    path: "/api/users/page",
    access: "admin",
    scope: "users:read",
    summary: "A page of the users by name, searched and filtered",
    query: UserPageQuery,
    response: UserPage,
  }),
  update: endpoint({
    method: "PATCH",
    path: "/api/users/:id",
    access: "admin",
    scope: "session",
    stepUp: "whenDangerous",
    summary: "Change a user's names, address or role",
    params: ById,
    body: UpdateUserInput,
    response: User,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/users/:id",
    access: "admin",
    scope: "session",
    stepUp: true,
    summary: "Delete a user; what he wrote stays",
    params: ById,
    response: MessageAnswer,
  }),
  unlock: endpoint({
    method: "POST",
    path: "/api/users/:id/unlock",
    access: "admin",
    scope: "session",
    stepUp: true,
    summary: "Let somebody sign in again who was locked out by wrong passwords or codes",
    params: ById,
    response: MessageAnswer,
  }),
  signOut: endpoint({
    method: "POST",
    path: "/api/users/:id/sign-out",
    access: "admin",
    scope: "session",
    summary: "Sign a user out everywhere and forget the trusted browsers",
    params: ById,
    response: MessageAnswer,
  }),
  sendResetLink: endpoint({
    method: "POST",
    path: "/api/users/:id/reset-link",
    access: "admin",
    scope: "session",
    summary: "Mail a user a link to set a new password",
    params: ById,
    response: MessageAnswer,
  }),
  removeFactors: endpoint({
    method: "POST",
    path: "/api/users/:id/remove-factors",
    access: "admin",
    scope: "session",
    stepUp: true,
    summary: "Let somebody who has lost every second factor sign in with a code by mail again",
    params: ById,
    response: MessageAnswer,
  }),
  tryMails: endpoint({
    method: "POST",
    path: "/api/users/:id/try-mails",
    access: "admin",
    scope: "session",
    summary: "Send mails about cases to an address again that has failed",
    params: ById,
    response: MessageAnswer,
  }),
  listInvitations: endpoint({
    method: "GET",
    path: "/api/invitations",
    access: "admin",
    scope: "users:read",
    summary: "Every invitation, never its token",
    response: z.array(Invitation),
  }),
  invite: endpoint({
    method: "POST",
    path: "/api/invitations",
    access: "admin",
    scope: "session",
    stepUp: "whenDangerous",
    summary: "Invite somebody by e-mail, with cases if wished",
    body: InviteInput,
    response: z.object({ invitation: Invitation }),
    status: 201,
  }),
  resendInvitation: endpoint({
    method: "POST",
    path: "/api/invitations/:id/resend",
    access: "admin",
    scope: "session",
    summary: "Send a new link; the old one dies",
    params: ById,
    response: MessageAnswer,
  }),
  removeInvitation: endpoint({
    method: "DELETE",
    path: "/api/invitations/:id",
    access: "admin",
    scope: "session",
    summary: "Withdraw an invitation",
    params: ById,
    response: MessageAnswer,
  }),
  getInvitation: endpoint({
    method: "GET",
    path: "/api/invitations/:token",
    access: "public",
    scope: "session",
    summary: "Who an invitation link is for",
    params: TokenInPath,
    response: InvitationPreview,
    budget: "tokens",
  }),
  completeRegistration: endpoint({
    method: "POST",
    path: "/api/complete-registration",
    access: "public",
    scope: "session",
    summary: "Create the account that an invitation offers",
    body: CompleteRegistrationInput,
    response: MessageAnswer,
    status: 201,
    budget: "tokens",
  }),
};
