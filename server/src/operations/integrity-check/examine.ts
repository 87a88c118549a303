/** Looks whether everything in the portal fits together (reliability 26). It reads, and changes nothing. */
import { runtime } from "#server/core/runtime.ts";
import { examineFiles } from "./examine-files.ts";
import { examineInvoices } from "./examine-invoices.ts";
import type { Finding } from "./finding.ts";
import { recordChecks } from "./record-checks.ts";

export type Examination = { files: number; findings: Finding[] };

export async function examine(): Promise<Examination> {
  const findings: Finding[] = [];
  const report = (finding: Finding) => void findings.push(finding);
  for (const { kind, query, sentence } of recordChecks) {
    const { rows } = await runtime.database.execute<{ id: number; about: string }>(query);
    for (const { id, about } of rows) report({ kind, sentence: `${about} ${id} ${sentence}.` });
  }
  await examineInvoices(report);
  return { files: await examineFiles(report), findings };
}
