/** Whether somebody is offered to answer by mail, and the addresses of the mails that offer it. */
import { runtime } from "#server/core/runtime.ts";
import type { Replies } from "#server/mail/reply-address.ts";
import { wasReachedLately } from "./mailbox-state.ts";
import { addressWith } from "./own-addresses.ts";
import { mayAnswerByMail } from "./replies.policy.ts";
import { writeBounceToken, writeReplyToken } from "./reply-token.ts";

export const replyOffer: Replies = {
  async addressFor(executor, reader, caseId) {
    const { mailbox } = runtime.config;
    if (mailbox === null || !mayAnswerByMail(reader)) return null;
    if (!(await wasReachedLately(executor))) return null;
    const token = writeReplyToken({ userId: reader.id, caseId }, runtime.clock.now());
    return addressWith(mailbox, token);
  },
  reportAddressOf(mailId) {
    const { mailbox } = runtime.config;
    return mailbox && addressWith(mailbox, writeBounceToken(mailId));
  },
};
