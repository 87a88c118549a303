/** Which mails about cases somebody wants, and the addresses by which a mail program stops them. */
import * as z from "zod/mini";
import { endpoint, REDIRECT } from "./endpoint.ts";
import { MessageAnswer } from "./errors.ts";
import { Timestamp } from "./fields.ts";
import { notificationKinds } from "./notifications.ts";

export const mailChoices = ["soon", "daily", "never"] as const;
export type MailChoice = (typeof mailChoices)[number];

export const MailChoices = z.object({
  /** Those that may reach somebody of one's role. */
  kinds: z.array(z.object({ kind: z.enum(notificationKinds), mail: z.enum(mailChoices) })),
  mailsOn: z.boolean(),
  /** Null: reminders are for clients. */
  remindersOn: z.nullable(z.boolean()),
  /** Since when mails to one's address have failed. */
  undeliverable: z.nullable(z.object({ since: Timestamp, code: z.nullable(z.string()) })),
  /** Of the hour at which the mail of the day goes. */
  zone: z.string(),
});
export type MailChoices = z.infer<typeof MailChoices>;

export const MailChoicesInput = z.object({
  mail: z.optional(
    z.partialRecord(
      z.enum(notificationKinds, "Unknown kind of notification"),
      z.enum(mailChoices, "Choose soon, daily or never"),
    ),
  ),
  mailsOn: z.optional(z.boolean()),
  remindersOn: z.optional(z.boolean()),
});

const UnsubscribeToken = z.object({ token: z.string() });

export const mailChoicesApi = {
  get: endpoint({
    method: "GET",
    path: "/api/profile/notifications",
    access: "signedIn",
    scope: "session",
    summary: "Which mails about cases one gets",
    response: MailChoices,
    // Asked by the profile beside itself, which reads nothing else that goes on with a session.
    passive: true,
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/profile/notifications",
    access: "signedIn",
    scope: "session",
    summary: "Choose which mails about cases one gets",
    body: MailChoicesInput,
    response: MailChoices,
  }),
};

export const unsubscribeApi = {
  open: endpoint({
    method: "GET",
    path: "/api/unsubscribe/:token",
    access: "public",
    scope: "session",
    summary: "Leads to the choice of mails; changes nothing",
    params: UnsubscribeToken,
    response: REDIRECT,
  }),
  unsubscribe: endpoint({
    method: "POST",
    path: "/api/unsubscribe/:token",
    access: "public",
    scope: "session",
    summary: "Stop the mails of the kind that carried this address, by one click in a mail program",
    params: UnsubscribeToken,
    response: MessageAnswer,
    budget: "tokens",
    byToken: true,
  }),
};
