/**
 * What browsers report about the content security policy (asvs 34). Anybody may send anything here, so only short texts
 * are taken, and addresses lose their query: it may be a reset link.
 */
import { maskUrl } from "#server/core/log.ts";

export type Violation = {
  directive: string | null;
  blocked: string | null;
  page: string | null;
  source: string | null;
  line: number | null;
};

const MOST_VIOLATIONS = 10;
const LONGEST_TEXT = 200;

type Fields = Record<string, unknown>;

/** The older form is one report under `csp-report`; the newer one a list. */
export function violationsIn(body: unknown): Violation[] {
  const reports = Array.isArray(body) ? body.slice(0, MOST_VIOLATIONS) : [body];
  return reports.flatMap((report) => {
    if (!isFields(report)) return [];
    const { "csp-report": older, type, body: newer } = report;
    if (isFields(older)) return [fromOlder(older)];
    return type === "csp-violation" && isFields(newer) ? [fromNewer(newer)] : [];
  });
}

function fromOlder(report: Fields): Violation {
  return {
    directive: textOf(report["effective-directive"] ?? report["violated-directive"]),
    blocked: placeOf(report["blocked-uri"]),
    page: placeOf(report["document-uri"]),
    source: placeOf(report["source-file"]),
    line: lineOf(report["line-number"]),
  };
}

function fromNewer(report: Fields): Violation {
  return {
    directive: textOf(report["effectiveDirective"]),
    blocked: placeOf(report["blockedURL"]),
    page: placeOf(report["documentURL"]),
    source: placeOf(report["sourceFile"]),
    line: lineOf(report["lineNumber"]),
  };
}

/** An address, or a word such as `inline` or `eval`. */
function placeOf(value: unknown): string | null {
  const text = textOf(value);
  if (text === null || /^[a-z-]+$/.test(text)) return text;
  return maskUrl(text);
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value.slice(0, LONGEST_TEXT) : null;
}

function lineOf(value: unknown): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) ? value : null;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}
