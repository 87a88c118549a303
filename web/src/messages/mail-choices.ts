/** Texts of the card 'Notifications' in the profile (work/notifications.md 5). */
import type { MailChoice } from "contract/mail-choices";
import type { NotificationKind } from "contract/notifications";

const kinds: Record<NotificationKind, string> = {
  message: "Messages",
  document_uploaded: "Uploaded documents",
  document_reviewed: "Reviewed documents",
  item_requested: "Documents asked for",
  status_changed: "Status of a case",
  invoice_sent: "Invoices to pay",
  receipt_uploaded: "Payment receipts",
  invoice_completed: "Paid and completed invoices",
  assigned: "Assigned to a case",
  deadline_near: "Due dates",
  mail_undeliverable: "Mails that do not arrive",
};
const choices: Record<MailChoice, string> = {
  soon: "Soon",
  daily: "Once a day",
  never: "Never",
};

export const mailChoiceMessages = {
  title: "Notifications",
  text: "In the portal you see everything. Choose what also comes by mail.",
  loading: "Loading the choice of mails...",
  failed: "The choice of mails could not be loaded.",
  mailsOn: "Mails about cases",
  remindersOn: "Remind me of missing documents",
  areOff: "Mails are switched off.",
  switchOn: "Switch on",
  undeliverable: (email: string, day: string) =>
    `Mails to ${email} have not arrived since ${day}. Correct the address or ask your mail provider.`,
  kind: "Kind",
  mail: "Mail",
  kinds,
  choices,
  hint: (zone: string) =>
    `Soon: five minutes after something happens, together with whatever else happens in the case. Once a day: at 8 in the morning (${zone}).`,
  foot: "Mails about your account and its safety are always sent.",
  done: "Success",
  doneText: "Saved",
  errorTitle: "Error",
  saveFailed: "Failed to save",
};
