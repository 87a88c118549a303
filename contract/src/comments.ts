/** The chat of a case: threads one level deep, reactions, attachments, unread counts. */
import * as z from "zod/mini";
import { byCaseCode, endpoint, FILE } from "./endpoint.ts";
import { ById, Id, longText, MAX_ID, Timestamp } from "./fields.ts";
import { countBetween, listQuery } from "./list-query.ts";

export const THUMBS_UP = "👍";
export const REPLY_PREVIEW_LENGTH = 50;

export const CommentAuthor = z.object({
  id: z.nullable(z.number()),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  email: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
});

/** `userId` lets the client count and mark its own (D-136). */
export const Reaction = z.object({ id: z.number(), emoji: z.string(), userId: z.number() });
export type Reaction = z.infer<typeof Reaction>;

const commentFields = {
  id: z.number(),
  caseId: z.number(),
  message: z.string(),
  parentId: z.nullable(z.number()),
  /** null: the author has been deleted. */
  user: z.nullable(CommentAuthor),
  createdAt: Timestamp,
  /** Where it was written. */
  source: z.enum(["portal", "mail"]),
  reactions: z.array(Reaction),
  attachmentFileName: z.nullable(z.string()),
  attachmentOriginalName: z.nullable(z.string()),
  attachmentMimeType: z.nullable(z.string()),
  attachmentFileSize: z.nullable(z.number()),
};
/** Threads are one level deep, so a reply has none itself. */
export const Reply = z.object({
  ...commentFields,
  replies: z.array(z.unknown()).check(z.maxLength(0)),
});
export const Comment = z.object({ ...commentFields, replies: z.array(Reply) });
export type Reply = z.infer<typeof Reply>;
export type Comment = z.infer<typeof Comment>;

/** A thread shows so many at once; earlier ones are asked for. */
export const MOST_REPLIES = 200;
const MessageId = countBetween(1, MAX_ID, "Invalid message");
/** One of `before`, `after` and `around`, or a thread with or without `before`; the newest page without any. */
export const CommentPageQuery = listQuery({
  before: z.optional(MessageId),
  after: z.optional(MessageId),
  around: z.optional(MessageId),
  thread: z.optional(MessageId),
  limit: z._default(countBetween(1, 100, "Invalid limit"), 50),
}).check(
  z.refine(
    ({ before, after, around, thread }) =>
      [before, after, around].filter((id) => id !== undefined).length <= 1 &&
      (thread === undefined || (after === undefined && around === undefined)),
    "Say one of before, after and around",
  ),
);
export const CommentPage = z.object({
  threads: z.array(z.extend(Comment, { moreReplies: z.number() })),
  /** For the page before and the one after; null where there is none. */
  before: z.nullable(z.number()),
  after: z.nullable(z.number()),
});
export type CommentPage = z.infer<typeof CommentPage>;

/** In multipart the parent's id arrives as text. */
const ParentId = z.union([
  z.null(),
  Id,
  z.pipe(
    z.string().check(z.regex(/^\d{0,10}$/, "Invalid parent")),
    z.transform((text: string) => (text === "" ? null : Number(text))),
  ),
]);

export const CreateCommentInput = z.object({
  message: z._default(longText("Message is required"), ""),
  parentId: z.optional(ParentId),
});
/** A screen that shows more marks them in pieces. */
export const MOST_MARKED_AT_ONCE = 500;
export const MarkReadInput = z.object({
  commentIds: z.optional(
    z
      .array(Id)
      .check(
        z.maxLength(
          MOST_MARKED_AT_ONCE,
          `Please mark at most ${MOST_MARKED_AT_ONCE} messages at once`,
        ),
      ),
  ),
  /** Every message of the case with this number or a smaller one. */
  upTo: z.optional(Id),
});
/** As people count them: a family is one character, however many code points it takes. */
function isOneCharacter(text: string): boolean {
  return [...new Intl.Segmenter("en").segment(text)].length === 1;
}

/** One emoji: a short text without letters, digits or markup. */
export const ReactInput = z.object({
  emoji: z.string("Invalid emoji").check(
    z.minLength(1, "Invalid emoji"),
    z.maxLength(32, "Invalid emoji"),
    z.regex(/^\p{Emoji}(?:\p{Emoji}|\p{Emoji_Component})*$/u, "Invalid emoji"),
    z.refine((text) => !/^[0-9#*]+$/.test(text) && isOneCharacter(text), "Invalid emoji"),
  ),
});

const ByCode = z.object({ caseId: z.string().check(z.minLength(1), z.maxLength(100)) });
const UnreadCount = z.object({ unreadCount: z.number() });

const list = endpoint({
  method: "GET",
  path: "/api/cases/:id/comments",
  access: "signedIn",
  scope: "messages:read",
  subject: "case",
  summary: "The conversation of a case, oldest first",
  params: ById,
  response: z.array(Comment),
});
const page = endpoint({
  method: "GET",
  path: "/api/cases/:id/comments/page",
  access: "signedIn",
  scope: "messages:read",
  subject: "case",
  summary: "A page of the conversation's threads, oldest first",
  params: ById,
  query: CommentPageQuery,
  response: CommentPage,
});
const create = endpoint({
  method: "POST",
  path: "/api/cases/:id/comments",
  access: "signedIn",
  scope: "messages:write",
  subject: "case",
  summary: "Say something, with a file if wished",
  params: ById,
  files: { rule: "commentAttachment", json: true },
  body: CreateCommentInput,
  response: Comment,
  status: 201,
  budget: "comments",
});
const getUnreadCount = endpoint({
  method: "GET",
  path: "/api/cases/:id/unread-count",
  access: "signedIn",
  scope: "messages:read",
  subject: "case",
  summary: "How many messages of others this user has not read",
  params: ById,
  response: UnreadCount,
  passive: true,
});
const markRead = endpoint({
  method: "POST",
  path: "/api/cases/:id/comments/mark-read",
  access: "signedIn",
  scope: "messages:write",
  subject: "case",
  summary: "Mark messages as read; all of the case when none are named",
  params: ById,
  body: z.optional(MarkReadInput),
  response: UnreadCount,
});

export const commentsApi = {
  list,
  listByCaseCode: byCaseCode(list, ByCode),
  page,
  pageByCaseCode: byCaseCode(page, ByCode),
  create,
  createByCaseCode: byCaseCode(create, ByCode),
  getUnreadCount,
  getUnreadCountByCaseCode: byCaseCode(getUnreadCount, ByCode),
  markRead,
  markReadByCaseCode: byCaseCode(markRead, ByCode),
  react: endpoint({
    method: "POST",
    path: "/api/comments/:id/reactions",
    access: "signedIn",
    scope: "messages:write",
    subject: "comment",
    summary: "Add the own reaction, or take it back",
    params: ById,
    body: ReactInput,
    response: z.array(Reaction),
    budget: "comments",
  }),
  downloadAttachment: endpoint({
    method: "GET",
    path: "/api/files/:fileName",
    access: "signedIn",
    scope: "messages:read",
    summary: "Download a message's attachment",
    params: z.object({ fileName: z.string().check(z.minLength(1), z.maxLength(200)) }),
    response: FILE,
    budget: "downloads",
  }),
};
