/** Signing in and out, device verification, password reset, live updates. */
import * as z from "zod/mini";
import { REDIRECT, STREAM, endpoint } from "./endpoint.ts";
import { MessageAnswer } from "./errors.ts";
import { email, MAX_PASSWORD_BYTES, Timestamp } from "./fields.ts";

export const roles = ["admin", "agent", "client", "accountant"] as const;
export type Role = (typeof roles)[number];
export const roleLabels: Record<Role, string> = {
  admin: "Admin",
  agent: "Agent",
  client: "Client",
  accountant: "Accountant",
};

export const CODE_LENGTH = 6;
export const CODE_LIFE_MINUTES = 10;
export const CODE_ATTEMPTS = 5;
export const RESEND_COOLDOWN_SECONDS = 60;
export const RESET_LINK_HOURS = 1;
export const MIN_PASSWORD_LENGTH = 8;

export const CurrentUser = z.object({
  id: z.number(),
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  /** Already combined from the flag and the role (D-047). */
  isAdmin: z.boolean(),
  role: z.enum(roles),
  /** Present while the role demands a strong factor that this person has not added yet. */
  mustAddFactor: z.optional(z.literal(true)),
  /** Present where somebody of the bureau may make tokens for programs. */
  mayHaveTokens: z.optional(z.literal(true)),
  /** Present for whoever was the first admin: the dashboard shows what a new bureau has to do. */
  isFirstAdmin: z.optional(z.literal(true)),
});
export type CurrentUser = z.infer<typeof CurrentUser>;

/** One rule per sentence, in the order in which they are shown (I:188, D-129). */
export const passwordRules = [
  {
    id: "length",
    message: "Password must be at least 8 characters",
    holds: (text: string) => text.length >= MIN_PASSWORD_LENGTH,
  },
  {
    id: "uppercase",
    message: "Password must contain at least one uppercase letter",
    holds: (text: string) => /\p{Lu}/u.test(text),
  },
  {
    id: "number",
    message: "Password must contain at least one number",
    holds: (text: string) => /\p{Nd}/u.test(text),
  },
] as const;

export const NewPassword = z.string(passwordRules[0].message).check(
  z.refine((text) => new TextEncoder().encode(text).length <= MAX_PASSWORD_BYTES, {
    message: "Password is too long",
    abort: true,
  }),
  ...passwordRules.map((rule) =>
    z.refine((text: unknown) => rule.holds(String(text)), { message: rule.message, abort: true }),
  ),
);

/** Compared exactly as received; never trimmed (asvs 65). */
export const TypedPassword = z.string("Password is required").check(
  z.minLength(1, "Password is required"),
  z.refine(
    (text) => new TextEncoder().encode(text).length <= MAX_PASSWORD_BYTES,
    "Password is too long",
  ),
);

export const LoginInput = z.object({
  email: email("Invalid email address"),
  password: TypedPassword,
});
export const LoginAnswer = z.object({
  requiresOtp: z.boolean(),
  deviceName: z.nullable(z.string()),
  /** What is asked for in place of the code by mail; missing when it is that code. */
  factors: z.optional(z.object({ totp: z.boolean(), passkey: z.boolean() })),
  /** Where the code is, told on the portal's own machine while there is no mail server. */
  codeIn: z.optional(z.object({ outbox: z.string(), terminal: z.boolean() })),
});

export const DeviceHash = z
  .string("Device hash is required")
  .check(
    z.trim(),
    z.minLength(1, "Device hash is required"),
    z.maxLength(200, "Device hash is required"),
  );

export const VerifyOtpInput = z.object({
  otp: z.string("OTP must be exactly 6 digits").check(
    z.refine((text) => text.length === CODE_LENGTH, {
      message: "OTP must be exactly 6 digits",
      abort: true,
    }),
    z.refine((text) => /^[0-9]+$/.test(text), "OTP must contain only numbers"),
  ),
  email: email("Invalid email address"),
  deviceHash: DeviceHash,
});
export const ResendOtpInput = z.object({
  email: email("Invalid email address"),
  deviceHash: DeviceHash,
});

export const ForgotPasswordInput = z.object({ email: email("Please enter a valid email address") });

export const Token = z
  .string("Reset token is required")
  .check(z.minLength(1, "Reset token is required"), z.maxLength(200, "Reset token is required"));
export const TokenInPath = z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) });

export const ResetPasswordInput = z
  .object({
    token: Token,
    password: NewPassword,
    confirmPassword: z
      .string("Please confirm your password")
      .check(z.minLength(1, "Please confirm your password")),
  })
  .check(
    z.refine((input) => input.password === input.confirmPassword, {
      message: "Passwords don't match",
      path: ["confirmPassword"],
    }),
  );

export const sessionApi = {
  getCsrfToken: endpoint({
    method: "GET",
    path: "/api/csrf-token",
    access: "public",
    scope: "session",
    summary: "A token that every writing call carries in X-CSRF-Token",
    response: z.object({ csrfToken: z.string() }),
    passive: true,
  }),
  getUser: endpoint({
    method: "GET",
    path: "/api/user",
    access: "signedIn",
    scope: "session",
    summary: "The signed-in user; 401 means signed out",
    response: CurrentUser,
    passive: true,
    beforeFactor: true,
  }),
  login: endpoint({
    method: "POST",
    path: "/api/login",
    access: "public",
    scope: "session",
    summary: "Sign in with e-mail and password; an unknown device is asked for a code",
    body: LoginInput,
    response: LoginAnswer,
  }),
  verifyOtp: endpoint({
    method: "POST",
    path: "/api/verify-otp",
    access: "public",
    scope: "session",
    summary: "Finish a sign-in with the code from the mail",
    body: VerifyOtpInput,
    response: z.object({ message: z.string(), user: CurrentUser }),
  }),
  resendOtp: endpoint({
    method: "POST",
    path: "/api/resend-otp",
    access: "public",
    scope: "session",
    summary: "Send another code for the pending sign-in",
    body: ResendOtpInput,
    response: MessageAnswer,
  }),
  logout: endpoint({
    method: "POST",
    path: "/api/logout",
    access: "public",
    scope: "session",
    summary: "End the session; signing out twice is no error",
    response: MessageAnswer,
  }),
  logoutByLink: endpoint({
    method: "GET",
    path: "/api/logout",
    access: "public",
    scope: "session",
    summary: "End the session from a link of the portal and go to the start page",
    response: REDIRECT,
  }),
  forgotPassword: endpoint({
    method: "POST",
    path: "/api/forgot-password",
    access: "public",
    scope: "session",
    summary: "Send a reset link, if the address belongs to somebody",
    body: ForgotPasswordInput,
    response: MessageAnswer,
  }),
  validateResetToken: endpoint({
    method: "GET",
    path: "/api/reset-password/:token/validate",
    access: "public",
    scope: "session",
    summary: "Whether a reset link still works",
    params: TokenInPath,
    response: z.object({ valid: z.boolean(), message: z.optional(z.string()) }),
    budget: "tokens",
  }),
  resetPassword: endpoint({
    method: "POST",
    path: "/api/reset-password",
    access: "public",
    scope: "session",
    summary: "Set a new password with a reset link",
    body: ResetPasswordInput,
    response: MessageAnswer,
    budget: "tokens",
  }),
  streamEvents: endpoint({
    method: "GET",
    path: "/api/events",
    access: "signedIn",
    scope: "session",
    summary: "Live updates: which readings of the portal have become stale",
    /** The number of the last event that was heard, from a page that opens another stream (else `Last-Event-ID`). */
    query: z.object({ after: z.optional(z.string().check(z.maxLength(100))) }),
    response: STREAM,
    passive: true,
  }),
};

/**
 * One row of a list: something shown of it has changed (`row`); its place, filter or search may have changed too, or it is
 * new (`moved`); it has gone; or more rows than are worth naming (`many`). Ids and kinds, never contents.
 */
export const LiveRow = z.union([
  z.object({
    list: z.enum(["cases", "invoices"]),
    id: z.number(),
    kind: z.enum(["row", "moved", "gone"]),
  }),
  z.object({ list: z.enum(["cases", "invoices"]), kind: z.literal("many") }),
]);
export type LiveRow = z.infer<typeof LiveRow>;

export const LiveUpdate = z.object({
  keys: z.array(z.string()),
  rows: z.optional(z.array(LiveRow)),
});
export type LiveUpdate = z.infer<typeof LiveUpdate>;

export const SignedInSession = z.object({
  id: z.string(),
  deviceName: z.nullable(z.string()),
  ipAddress: z.nullable(z.string()),
  createdAt: Timestamp,
  lastSeenAt: Timestamp,
  isCurrent: z.boolean(),
});
export type SignedInSession = z.infer<typeof SignedInSession>;
