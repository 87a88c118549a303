/** Everything that a client of a case reads of it by his own calls, and the digests of every file that he is given. */
import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { agreementsApi } from "contract/agreements";
import { applicantsApi } from "contract/applicants";
import { casesApi } from "contract/cases";
import { checklistApi } from "contract/checklist";
import { commentsApi } from "contract/comments";
import { documentsApi } from "contract/documents";
import { invoicesApi } from "contract/invoices";
import { runtime } from "#server/core/runtime.ts";
import { documents } from "#server/database/tables/documents.ts";
import type { TestClient } from "./test-client.ts";

export const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

export async function readByClient(client: TestClient, { id, caseId }: NamedCase) {
  const [detail, people, checklist, threads, invoices, agreements] = await Promise.all([
    client.call(casesApi.get, { params: { caseId } }),
    client.call(applicantsApi.list, { params: { id } }),
    client.call(checklistApi.get, { params: { id } }),
    client.call(commentsApi.list, { params: { id } }),
    client.call(invoicesApi.listOfCase, { params: { caseId } }),
    client.call(agreementsApi.list, { params: { caseId } }),
  ]);
  const digests = new Set<string>();
  /** Invoices that the portal draws: no two drawings are alike to the byte. */
  const drawn = new Set<string>();
  const keep = ({ status, bytes }: { status: number; bytes: Buffer }) => {
    if (status === 200) digests.add(sha256(bytes));
  };
  for (const documentId of await documentIds(id))
    keep(await client.send(documentsApi.download, { params: { id: documentId } }));
  for (const { attachmentFileName: fileName } of threads)
    if (fileName !== null)
      keep(await client.send(commentsApi.downloadAttachment, { params: { fileName } }));
  for (const agreement of agreements)
    keep(await client.send(agreementsApi.download, { params: { id: agreement.id } }));
  for (const invoice of invoices) {
    if (invoice.invoicePdf.length === 0) drawn.add(`invoice ${invoice.id}`);
    const listed = [...invoice.stage1Files, ...invoice.otherFiles, ...invoice.adminFiles];
    for (const { id: fileId } of listed)
      keep(
        await client.send(invoicesApi.downloadFile, { params: { invoiceId: invoice.id, fileId } }),
      );
  }
  const messages = threads.map(({ replies: _none, ...message }) => message);
  return { detail, people, checklist, messages, invoices, agreements, digests, drawn };
}

type NamedCase = { id: number; caseId: string };

/** Of every version, also of those that he is refused. */
async function documentIds(caseId: number): Promise<number[]> {
  const rows = await runtime.database
    .select({ id: documents.id })
    .from(documents)
    .where(eq(documents.caseId, caseId));
  return rows.map(({ id }) => id);
}
