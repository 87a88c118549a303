/** Every mail the portal can write, by name. */
import {
  alertLetter,
  codeLetter,
  emailAskedLetter,
  emailChangedLetter,
  emailConfirmLetter,
  emailGivenLetter,
  emailTakenLetter,
  exhaustedCodesLetter,
  factorsChangedLetter,
  factorsRemovedLetter,
  failedSignInsLetter,
  invitationLetter,
  newDeviceLetter,
  passwordChangedLetter,
  resetLinkLetter,
  roleChangedLetter,
} from "./templates/accounts.ts";
import { bankDetailsChangedLetter } from "./templates/bureau.ts";
import { digestLetter, newsLetter } from "./templates/case-news.ts";
import { erasureAnnouncedLetter, webhookFailedLetter } from "./templates/notices.ts";
import { reminderLetter } from "./templates/reminders.ts";
import { mailboxAwayLetter, replyFilesLetter, replyRefusedLetter } from "./templates/replies.ts";
import { tokenCreatedLetter, tokenEndsLetter, tokenRevokedLetter } from "./templates/tokens.ts";

export const templates = {
  code: codeLetter,
  invitation: invitationLetter,
  resetLink: resetLinkLetter,
  newDevice: newDeviceLetter,
  failedSignIns: failedSignInsLetter,
  exhaustedCodes: exhaustedCodesLetter,
  passwordChanged: passwordChangedLetter,
  emailAsked: emailAskedLetter,
  emailChanged: emailChangedLetter,
  emailConfirm: emailConfirmLetter,
  emailGiven: emailGivenLetter,
  emailTaken: emailTakenLetter,
  factorsChanged: factorsChangedLetter,
  factorsRemoved: factorsRemovedLetter,
  roleChanged: roleChangedLetter,
  tokenCreated: tokenCreatedLetter,
  tokenEnds: tokenEndsLetter,
  tokenRevoked: tokenRevokedLetter,
  alert: alertLetter,
  news: newsLetter,
  digest: digestLetter,
  webhookFailed: webhookFailedLetter,
  erasureAnnounced: erasureAnnouncedLetter,
  reminder: reminderLetter,
  replyRefused: replyRefusedLetter,
  replyFiles: replyFilesLetter,
  mailboxAway: mailboxAwayLetter,
  bankDetailsChanged: bankDetailsChangedLetter,
};

export type Templates = typeof templates;
export type TemplateName = keyof Templates;
export type DataOf<Name extends TemplateName> = Parameters<Templates[Name]>[0];
