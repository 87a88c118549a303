/** What somebody has written in a mail that answers one of ours: without our letter, introductions and signatures. */
import EmailReplyParser from "email-reply-parser";
import { LETTER_MARKER } from "#server/mail/letter-marker.ts";

/** `below` is looked at where nothing is left above: answers at the bottom, or between the lines. */
export type AnswerText = { above: string; below: readonly string[] };

/** Programs put a '>' before the line, and wrap it. */
const MARKER = new RegExp(
  `^[>\\s|*]*${LETTER_MARKER.split(" ").map(escaped).join("[\\s>|*\\u00a0]+")}[^\\n]*`,
  "im",
);
const QUOTED = /^\s*[>|]/;
const ONLY_MARKS = /^[\s>|_*-]*$/;
const MOST_INTRODUCTION_LINES = 12;
/** How programs say whose words follow, in the languages of our clients; those of the library are not repeated. */
const WROTE =
  /(wrote|schrieb|écrit|escribió|scritto|escreveu|schreef|skrev|napisał(\(a\))?|pisze|yazdı|şunları yazdı|написала?|пишет|писал\(а\)|كتب(ت)?|写道|寫道|נכתב|כתב|作成|작성|viết|kirjoitti)\s*[:：]?\s*$/iu;
/** Where such a line begins, where that can be told. */
const BEGINS =
  /^[>\s]*(On|Am|Le|El|Il|Em|Op|Den|W dniu|Dnia|Vào|pe|ma|ti|ke|to|la|su|في|بتاريخ|在|於)(?=[\s\d,])/u;
/** 'From: …' in any language: a short word, a colon, and something. */
const LABELLED = /^\s*[*]?[\p{L}\p{M} .'’-]{1,20}[*]?\s?[:：][*]?\s*\S/u;
const SEPARATOR = /^\s*(_{5,}|-{2,}\s?[\p{L} '’]{4,40}\s?-{2,})\s*$/u;
const SIGNATURES = [
  /^-- ?$/,
  /^(sent|get) (from|with|using|via|outlook for)\b.{0,80}$/i,
  /^(von meinem|gesendet (von|mit)|envoyé (de|depuis|à partir)|enviado (desde|do)|inviato da|verzonden (vanaf|met)|verstuurd vanaf|wysłane z)\b.{0,80}$/iu,
  /^.{0,40}(gesendet|’?imdan gönderildi|'?umdan gönderildi|tarafından gönderildi)\.?$/iu,
  /^(отправлено (с|из)|надіслано з)(?=\s).{0,80}$/iu,
  /^(أُرسلت من|أرسلت من|تم الإرسال من|مرسل من).{0,80}$/u,
  /^(发自我的|從我的|来自我的|發自我的).{0,40}$/u,
];

/** `own` are the addresses and names that an introduction of our letter holds. */
export function readAnswer(text: string, own: readonly string[]): AnswerText {
  const lines = text.replaceAll("\r\n", "\n").replaceAll("\u00a0", " ");
  const marker = MARKER.exec(lines);
  const start = marker?.index ?? lines.length;
  const below = marker === null ? lines : lines.slice(start + marker[0].length);
  return {
    above: visibleIn(withoutIntroduction(lines.slice(0, start).split("\n"), own)),
    below: unquotedLines(below),
  };
}

function visibleIn(lines: readonly string[]): string {
  const visible = new EmailReplyParser().parseReply(withoutSignature(lines).join("\n"));
  return withoutSignature(visible.split("\n"))
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function unquotedLines(text: string): string[] {
  const lines = text.split("\n").map((line) => line.trimEnd());
  return withoutSignature(lines.filter((line) => !QUOTED.test(line)));
}

/** The one directly above the marker; an earlier one belongs to what was written. */
function withoutIntroduction(lines: readonly string[], own: readonly string[]): string[] {
  const kept = withoutEnd(lines, (line) => ONLY_MARKS.test(line) || SEPARATOR.test(line));
  const blank = kept.findLastIndex((line) => ONLY_MARKS.test(line));
  const first = Math.max(blank + 1, kept.length - MOST_INTRODUCTION_LINES);
  // Some programs put it directly below what was written.
  const possible = [...kept.keys()].filter(
    (at) => at >= first && isIntroduction(kept.slice(at), own),
  );
  const at = possible.find((start) => BEGINS.test(kept[start] ?? "")) ?? possible[0];
  if (at === undefined) return kept;
  return withoutEnd(kept.slice(0, at), (line) => ONLY_MARKS.test(line) || SEPARATOR.test(line));
}

function isIntroduction(lines: readonly string[], own: readonly string[]): boolean {
  const [first = ""] = lines;
  const bare = lines.map((line) => line.replace(/^[>\s|]+/, ""));
  const whole = bare.join(" ").trim();
  const holdsOwn = own.some((name) => name !== "" && whole.toLowerCase().includes(name));
  if (bare.length >= 3 && bare.every((line) => LABELLED.test(line))) return holdsOwn;
  if (bare.length > 4 || ONLY_MARKS.test(first)) return false;
  if (WROTE.test(whole)) return /\d/.test(first) || holdsOwn;
  return /[:：]$/.test(whole) && holdsOwn && /\d{1,2}[:.]\d{2}/.test(whole);
}

function withoutSignature(lines: readonly string[]): string[] {
  const at = lines.findIndex((line) => SIGNATURES.some((sign) => sign.test(line.trimStart())));
  return withoutEnd(at === -1 ? lines : lines.slice(0, at), (line) => line.trim() === "");
}

function withoutEnd(lines: readonly string[], isDropped: (line: string) => boolean): string[] {
  const last = lines.findLastIndex((line) => !isDropped(line));
  return lines.slice(0, last + 1);
}

function escaped(word: string): string {
  return word.replaceAll("#", "\\#").replaceAll("-", "\\-");
}
