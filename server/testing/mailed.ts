/** Mails that come into the mailbox for replies, as a person's program sends them. */
import { runtime } from "#server/core/runtime.ts";
import { addressWith } from "#server/modules/replies/own-addresses.ts";
import { writeReplyToken } from "#server/modules/replies/reply-token.ts";
import { takeMail, type WaitingMail } from "#server/modules/replies/take-mail.service.ts";

export const MAILBOX_SETTINGS = {
  INBOUND_IMAP_URL: "imap://replies:hunter2@127.0.0.1:1",
  MAIL_REPLY_ADDRESS: "replies@bureau.example",
};

export type MailPart = { name: string; bytes: Buffer; type?: string; headers?: string };
export type MailedInput = {
  from: string;
  to: string;
  text?: string;
  html?: string;
  files?: readonly MailPart[];
  headers?: string;
  messageId?: string | null;
};

let lastId = 0;

export function replyAddress(userId: number, caseId: number, issued = runtime.clock.now()): string {
  const { mailbox } = runtime.config;
  if (mailbox === null) throw new Error("No mailbox is set");
  return addressWith(mailbox, writeReplyToken({ userId, caseId }, issued));
}

export function writeMail(input: MailedInput): Buffer {
  const { from, to, text = "Yes, on Tuesday.", html, files = [], headers = "" } = input;
  const { messageId = `<${(lastId += 1)}.${process.pid}@mail.example>` } = input;
  const head = [
    `From: ${from}`,
    `To: ${to}`,
    "Subject: Re: News",
    ...(messageId === null ? [] : [`Message-ID: ${messageId}`]),
    "MIME-Version: 1.0",
    ...(headers === "" ? [] : [headers]),
  ];
  const body = [
    part('text/plain; charset="utf-8"', Buffer.from(text)),
    ...(html === undefined ? [] : [part('text/html; charset="utf-8"', Buffer.from(html))]),
    ...files.map(({ name, bytes, type = "application/octet-stream", headers: own }) =>
      part(type, bytes, own ?? `Content-Disposition: attachment; filename="${name}"`),
    ),
  ];
  const whole = `${head.join("\r\n")}\r\nContent-Type: multipart/mixed; boundary="b1"\r\n\r\n`;
  return Buffer.from(`${whole}${body.map((each) => `--b1\r\n${each}\r\n`).join("")}--b1--\r\n`);
}

function part(type: string, bytes: Buffer, headers?: string): string {
  const lines = [`Content-Type: ${type}`, "Content-Transfer-Encoding: base64"];
  if (headers) lines.push(headers);
  const content = bytes.toString("base64").replace(/.{76}/g, "$&\r\n");
  return `${lines.join("\r\n")}\r\n\r\n${content}`;
}

/** As the mailbox holds it. */
export function waiting(source: Buffer, receivedAt = runtime.clock.now()): WaitingMail {
  const end = source.indexOf("\r\n\r\n");
  return {
    size: source.length,
    receivedAt,
    readHead: async () => source.subarray(0, end === -1 ? source.length : end),
    readWhole: async () => source,
  };
}

export const mailIn = (input: MailedInput) => takeMail(waiting(writeMail(input)));
