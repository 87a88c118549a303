/**
 * The one form of every mail: a subject, paragraphs, perhaps a code or one button. Text and HTML are made from the same
 * parts, and whatever a variable holds arrives as text (asvs 2). Colours are left to the reader's program, so that a
 * mail is readable in light and dark.
 */
export type Letter = {
  subject: string;
  /** The first line, above which an answer is written. */
  marker?: string;
  paragraphs: readonly string[];
  list?: readonly ListLine[];
  /** Between the list and the button. */
  remarks?: readonly string[];
  /** Shown large, on a line of its own. */
  code?: string;
  button?: { label: string; url: string };
  /** Below the code or button. */
  closing?: readonly string[];
};

/** A line of a list, perhaps with an address; or what the lines below it have in common. */
export type ListLine =
  | string
  | { text: string; url: string }
  /** With what was written to it, whose lines stay lines. */
  | { text: string; below: readonly string[] }
  | { heading: string };

export type RenderedLetter = { subject: string; text: string; html: string };

export type Parties = {
  bureauName: string;
  /** The bureau's own line under its letters. */
  foot?: string | null;
  /** Whom it greets; nobody knows who a new address belongs to. */
  name?: string | null;
};

export function renderLetter(letter: Letter, { bureauName, foot, name }: Parties): RenderedLetter {
  const closing = letter.closing ?? [];
  const signature = foot ? [bureauName, foot] : [bureauName];
  const text = [
    ...(letter.marker ? [oneLine(letter.marker)] : []),
    oneLine(name ? `Hello ${name},` : "Hello,"),
    ...letter.paragraphs.map(oneLine),
    ...(letter.list?.length ? [letter.list.map(listLine).join("\n")] : []),
    ...[
      ...(letter.remarks ?? []),
      ...(letter.code ? [letter.code] : []),
      ...(letter.button ? [letter.button.url] : []),
      ...closing,
      ...signature,
    ].map(oneLine),
  ];
  return {
    subject: oneLine(letter.subject),
    text: `${text.join("\n\n")}\n`,
    html: renderHtml(letter, signature, name),
  };
}

function renderHtml(
  letter: Letter,
  signature: readonly string[],
  name: string | null | undefined,
): string {
  const parts = [
    letter.marker
      ? `<p style="margin:0 0 16px;font-size:12px;opacity:.7">${escapeHtml(letter.marker)}</p>`
      : "",
    // A name that runs from right to left keeps its comma behind it.
    `<p style="margin:0 0 16px">${name ? `Hello <bdi>${escapeHtml(name)}</bdi>,` : "Hello,"}</p>`,
    ...letter.paragraphs.map(paragraph),
    ...listsOf(letter.list ?? []),
    ...(letter.remarks ?? []).map(paragraph),
    letter.code
      ? `<p style="margin:24px 0;font-size:32px;font-weight:600;letter-spacing:6px">${escapeHtml(letter.code)}</p>`
      : "",
    letter.button ? button(letter.button) : "",
    ...(letter.closing ?? []).map(paragraph),
    `<p style="margin:32px 0 0;opacity:.7;font-size:14px">${signature.map(escapeHtml).join("<br>")}</p>`,
  ];
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(letter.subject)}</title></head>`,
    '<body style="margin:0;padding:24px;font-family:system-ui,-apple-system,Segoe UI,Roboto,Arial,sans-serif;font-size:16px;line-height:1.5;overflow-wrap:anywhere">',
    `<div style="max-width:560px;margin:0 auto">${parts.join("")}</div>`,
    "</body></html>",
  ].join("\n");
}

function listLine(line: ListLine): string {
  if (typeof line === "string") return `- ${oneLine(line)}`;
  if ("heading" in line) return oneLine(line.heading);
  const below = "url" in line ? [line.url] : line.below.flatMap(linesOf);
  return [`- ${oneLine(line.text)}`, ...below.map((each) => `  ${oneLine(each)}`)].join("\n");
}

/** A list ends where a heading stands. */
function listsOf(lines: readonly ListLine[]): string[] {
  const parts: string[] = [];
  let items: string[] = [];
  const close = () => {
    if (items.length > 0)
      parts.push(`<ul style="margin:0 0 16px;padding-left:20px">${items.join("")}</ul>`);
    items = [];
  };
  for (const line of lines) {
    if (typeof line === "object" && "heading" in line) {
      close();
      parts.push(`<p style="margin:0 0 4px;font-weight:600">${escapeHtml(line.heading)}</p>`);
    } else items.push(`<li style="margin:0 0 4px">${listItem(line)}</li>`);
  }
  close();
  return parts;
}

function listItem(line: Exclude<ListLine, { heading: string }>): string {
  if (typeof line === "string") return escapeHtml(line);
  if ("below" in line) {
    const blocks = line.below.map(
      (block) =>
        `<div style="margin:4px 0 8px;opacity:.8">${linesOf(block).map(ownDirection).join("")}</div>`,
    );
    return `${escapeHtml(line.text)}${blocks.join("")}`;
  }
  return `<a href="${escapeHtml(line.url)}" style="color:inherit">${escapeHtml(line.text)}</a>`;
}

/** Somebody's own words may run from right to left. */
function ownDirection(line: string): string {
  return `<div dir="auto">${escapeHtml(line) || "<br>"}</div>`;
}

function linesOf(text: string): string[] {
  return text.split(/\r?\n/);
}

function paragraph(text: string): string {
  return `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;
}

function button({ label, url }: { label: string; url: string }): string {
  const address = escapeHtml(url);
  const style =
    "display:inline-block;padding:12px 20px;border:2px solid currentColor;border-radius:8px;font-weight:600;text-decoration:none";
  return `<p style="margin:24px 0"><a href="${address}" style="${style}">${escapeHtml(label)}</a></p><p style="margin:0 0 16px;font-size:14px;word-break:break-all">${address}</p>`;
}

function escapeHtml(text: string): string {
  return oneLine(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/** A name with a line break must not add a paragraph, or a header (asvs 12). */
function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
  return text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, " ").trim();
}
