/** What came into the mailbox for replies; admins only. */
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { Timestamp } from "./fields.ts";

export const replyOutcomes = [
  "bounce",
  "ignored_automatic",
  "ignored_no_token",
  "ignored_flood",
  "refused_token",
  "refused_sender",
  "refused_unproven",
  "refused_expired",
  "refused_role",
  "refused_case",
  "refused_rate",
  "refused_size",
  "refused_empty",
  "posted",
  "failed",
] as const;
export type ReplyOutcome = (typeof replyOutcomes)[number];

/** `none`: no mailbox is set. */
export const mailboxStates = ["none", "connected", "away"] as const;

export const ReceivedReply = z.object({
  id: z.number(),
  receivedAt: Timestamp,
  /** Masked. */
  sender: z.string(),
  user: z.nullable(
    z.object({
      id: z.number(),
      firstName: z.string(),
      lastName: z.string(),
      profileImageUrl: z.nullable(z.string()),
    }),
  ),
  case: z.nullable(z.object({ id: z.number(), caseId: z.string(), title: z.string() })),
  outcome: z.enum(replyOutcomes),
  /** In bytes. */
  size: z.number(),
});
export type ReceivedReply = z.infer<typeof ReceivedReply>;

export const MailReplies = z.object({
  mailbox: z.object({
    state: z.enum(mailboxStates),
    since: z.nullable(Timestamp),
    /** Why it cannot be reached. */
    reason: z.nullable(z.string()),
  }),
  /** The last hundred, newest first. */
  items: z.array(ReceivedReply),
});
export type MailReplies = z.infer<typeof MailReplies>;

export const repliesApi = {
  list: endpoint({
    method: "GET",
    path: "/api/replies",
    access: "admin",
    scope: "session",
    summary: "Whether the mailbox for replies can be reached, and what came in last",
    response: MailReplies,
  }),
};
