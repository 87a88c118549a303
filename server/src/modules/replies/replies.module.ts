import { mailboxStates } from "#server/database/tables/mailbox-states.ts";
import { replies } from "#server/database/tables/replies.ts";
import { defineReplies } from "#server/mail/reply-address.ts";
import type { Module } from "#server/modules/module.ts";
import { repliesRoutes } from "./replies.routes.ts";
import { replyOffer } from "./reply-offer.ts";

defineReplies(replyOffer);

export const repliesModule: Module = {
  routes: repliesRoutes,
  tables: [mailboxStates, replies],
};
