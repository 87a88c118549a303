import type { CaseDetail } from "contract/cases";
import { messages } from "#web/messages/messages.ts";

/** Which case a tab of the browser holds: its code, and whose it is. */
export function caseTitle(detail: CaseDetail | undefined): string {
  if (detail === undefined) return messages.shell.links.case;
  const { case: caseFile, applicants } = detail;
  const main = applicants.find(({ category }) => category === "Main Applicant");
  return `${caseFile.caseId} ${main?.fullName.trim() || caseFile.title}`;
}
