/** Mails about what is new in cases: how much and where, and what, where the bureau lets names and texts leave. */
import type { Letter, ListLine } from "#server/mail/letter.ts";

/** What every mail about a case has. */
export type Frame = { marker?: string; closing: readonly string[] };

export function newsLetter(data: {
  caseId: string;
  /** Null where names stay in the portal. */
  title: string | null;
  lines: readonly ListLine[];
  url: string;
  frame: Frame;
}): Letter {
  const name = data.title === null ? data.caseId : `${data.caseId}, ${data.title}`;
  return {
    ...data.frame,
    subject: `News in case ${data.caseId}`,
    paragraphs: [`There is news in case ${name}:`],
    list: data.lines,
    button: { label: "Open the case", url: data.url },
  };
}

export function digestLetter(data: {
  /** Of how many cases; without one it holds remarks alone. */
  cases: number;
  lines: readonly ListLine[];
  remarks: readonly string[];
  url: string;
  frame: Frame;
}): Letter {
  const where = data.cases === 1 ? "one case" : `${data.cases} cases`;
  return {
    ...data.frame,
    subject: "News in your cases",
    paragraphs: data.cases === 0 ? [] : [`Since yesterday there is news in ${where}:`],
    list: data.lines,
    remarks: data.remarks,
    button: { label: "Open the portal", url: data.url },
  };
}
