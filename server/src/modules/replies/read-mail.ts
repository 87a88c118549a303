/**
 * From the bytes of a mail to what was written and sent along. Runs on a thread of its own: whoever wrote the mail may
 * have wanted to keep the portal busy.
 */
import PostalMime, { type Attachment, type Email } from "postal-mime";
import { type AnswerText, readAnswer } from "./answer-text.ts";
import { type DeliveryReport, readDeliveryReport } from "./delivery-report.ts";

export type MailToRead = { source: Uint8Array; own: readonly string[] };
export type MailedFile = { name: string; type: string; content: Uint8Array };
export type ReadMail = AnswerText & { files: MailedFile[]; report: DeliveryReport | null };

const MOST_PARTS = 200;
const DEEPEST = 20;
const MOST_TEXT = 65_536;
const MOST_HTML = 2_000_000;
/** A smaller picture that the text shows is a logo, or nothing. */
const SMALLEST_PICTURE_BYTES = 15_360;
const NO_FILES =
  /^(text\/(x-)?vcard|text\/directory|text\/calendar|application\/(ics|pgp-(signature|keys|encrypted)|(x-)?pkcs7-(signature|mime)|(x-)?pkcs10|pkix-cert|x-x509-(ca|user)-cert)|message\/delivery-status|message\/disposition-notification|text\/rfc822-headers)$/;

export async function readMail({ source, own }: MailToRead): Promise<ReadMail> {
  const mail = await PostalMime.parse(source, {
    forceRfc822Attachments: true,
    maxNestingDepth: DEEPEST,
  });
  if (mail.attachments.length > MOST_PARTS) throw new Error("The mail has too many parts");
  return {
    ...readAnswer(await textOf(mail), own),
    files: mail.attachments.filter((part) => isFile(part, mail.html ?? "")).map(fileOf),
    report: reportIn(mail),
  };
}

/** Text as it was written; HTML only where there is none. Nothing that it names is loaded. */
async function textOf({ text, html }: Email): Promise<string> {
  if (text?.trim()) return text.slice(0, MOST_TEXT);
  // Most mails have a text.
  const { convert } = await import("html-to-text");
  const plain = convert((html ?? "").slice(0, MOST_HTML), {
    wordwrap: false,
    preserveNewlines: false,
    limits: { maxDepth: 100, maxChildNodes: 5000, ellipsis: "" },
    selectors: [
      { selector: "img", format: "skip" },
      { selector: "a", options: { linkBrackets: [" [", "]"], hideLinkHrefIfSameAsText: true } },
      { selector: "table", format: "block" },
      ...["h1", "h2", "h3", "h4"].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  });
  return plain.slice(0, MOST_TEXT);
}

function isFile(part: Attachment, html: string): boolean {
  if (NO_FILES.test(part.mimeType)) return false;
  const id = part.contentId?.replace(/^<|>$/g, "") ?? "";
  const isShown = part.mimeType.startsWith("image/") && id !== "" && html.includes(`cid:${id}`);
  return !isShown || bytesOf(part).length >= SMALLEST_PICTURE_BYTES;
}

function fileOf(part: Attachment): MailedFile {
  const [kind, ending = "bin"] = part.mimeType.split("/");
  const unnamed = `${kind === "image" ? "image" : "file"}.${ending === "plain" ? "txt" : ending}`;
  return { name: part.filename?.trim() || unnamed, type: part.mimeType, content: bytesOf(part) };
}

function reportIn({ headers, attachments }: Email): DeliveryReport | null {
  const type = headers.find(({ key }) => key === "content-type")?.value.toLowerCase() ?? "";
  const status = attachments.find(({ mimeType }) => mimeType === "message/delivery-status");
  if (!type.startsWith("multipart/report") || !status) return null;
  return readDeliveryReport(Buffer.from(bytesOf(status)).toString("latin1"));
}

function bytesOf({ content }: Attachment): Uint8Array {
  return typeof content === "string" ? Buffer.from(content) : new Uint8Array(content);
}
