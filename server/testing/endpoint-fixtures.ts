/** What a call of the matrix needs to meet: a case with everything in it, made only as far as it is asked for. */
import { hashPassword } from "#server/auth/passwords.ts";
import type { CaseRow } from "#server/database/tables/cases.ts";
import type { InvoiceRow } from "#server/database/tables/invoices.ts";
import type { UserRow } from "#server/database/tables/users.ts";
import { buildAgreement } from "./factories/agreements.ts";
import { buildApplicant } from "./factories/applicants.ts";
import { buildCase } from "./factories/cases.ts";
import { buildComment } from "./factories/comments.ts";
import { buildDocument } from "./factories/documents.ts";
import { buildStoredFile } from "./factories/files.ts";
import { buildInvitation } from "./factories/invitations.ts";
import { buildInvoice, buildInvoiceFile } from "./factories/invoices.ts";
import { buildSample } from "./factories/samples.ts";
import { buildUser } from "./factories/users.ts";
import { buildWebhookLog } from "./factories/webhook-logs.ts";
import type { Caller } from "./permissions-matrix.ts";
import { hashCheaply, PASSWORD } from "./sign-in.ts";
import { openTestApp, type TestApp, type TestAppOptions } from "./test-app.ts";
import { TestClient } from "./test-client.ts";

export const AUTOMATION_KEY = "cbk_test_0123456789abcdef0123456789abcdef0123456789abcdef";

export type Fixtures = {
  portal: TestApp;
  caller: Caller;
  client: TestClient;
  /** Who calls; null for the two callers that are nobody. */
  user: UserRow | null;
  /** A case to which the two assigned callers are assigned. */
  caseFile: CaseRow;
  applicant(): ReturnType<typeof buildApplicant>;
  document(): ReturnType<typeof buildDocument>;
  comment(): ReturnType<typeof buildComment>;
  agreement(): ReturnType<typeof buildAgreement>;
  invoice(): Promise<InvoiceRow>;
  invoiceFile(): Promise<{
    invoice: InvoiceRow;
    fileId: string;
    fileName: string;
    uploadName: string;
  }>;
  sample(): ReturnType<typeof buildSample>;
  log(): ReturnType<typeof buildWebhookLog>;
  invitation(token: string): ReturnType<typeof buildInvitation>;
  otherUser(): ReturnType<typeof buildUser>;
  attachment(): Promise<string>;
};

export type People = Record<Caller, UserRow | null>;

/** A portal that answers every call of the contract, and everybody who may make one. */
export async function openForEverybody(
  options: TestAppOptions = {},
): Promise<{ portal: TestApp; people: People }> {
  hashCheaply();
  const automation = {
    AUTOMATION_KEY,
    WEBHOOK_URL_INVOICE_PAYMENT: "https://automation.example/hook",
  };
  const settings = { ...automation, ...options.settings };
  const portal = await openTestApp({ ...options, settings });
  return { portal, people: await buildPeople(await hashPassword(PASSWORD)) };
}

/** Everybody of the matrix; all know the same password, so that they can also sign in. */
export async function buildPeople(passwordHash: string): Promise<People> {
  const person = (role: "client" | "agent" | "accountant" | "admin") =>
    buildUser({ role, password: passwordHash });
  return {
    anonymous: null,
    clientAssigned: await person("client"),
    clientNotAssigned: await person("client"),
    agentAssigned: await person("agent"),
    agentNotAssigned: await person("agent"),
    accountant: await person("accountant"),
    admin: await person("admin"),
    automationKey: null,
  };
}

export async function openFixtures(
  portal: TestApp,
  people: People,
  caller: Caller,
): Promise<Fixtures> {
  const assigned = [people.clientAssigned, people.agentAssigned].filter((user) => user !== null);
  const caseFile = await buildCase({ assignedTo: assigned });
  const user = people[caller];
  const client = user === null ? portal.visitor() : await portal.as(user);
  if (caller === "automationKey") client.headers["authorization"] = `Bearer ${AUTOMATION_KEY}`;
  const invoice = () => buildInvoice({ caseId: caseFile.id });
  return {
    portal,
    caller,
    client,
    user,
    caseFile,
    applicant: () => buildApplicant({ caseId: caseFile.id }),
    document: () => buildDocument({ caseId: caseFile.id, category: "passport" }),
    comment: () => buildComment({ caseId: caseFile.id }),
    agreement: () => buildAgreement({ caseId: caseFile.id }),
    invoice,
    invoiceFile: async () => {
      const row = await invoice();
      const file = await buildInvoiceFile(row, { originalName: "Invoice.pdf" });
      const uploadName = file.file_url.split("/").pop() ?? "";
      return { invoice: row, fileId: file.id, fileName: file.original_name, uploadName };
    },
    sample: () => buildSample(),
    log: () => buildWebhookLog({ caseId: caseFile.id, status: "failed" }),
    invitation: (token) => buildInvitation({ token }),
    otherUser: () => buildUser(),
    attachment: async () => {
      const file = await buildStoredFile({ kind: "comment", caseId: caseFile.id });
      await buildComment({
        caseId: caseFile.id,
        attachmentFileName: file.name,
        attachmentOriginalName: "note.pdf",
        attachmentFileSize: file.size,
        attachmentMimeType: file.mimeType,
        attachmentFilePath: file.storageKey,
        storedFileId: file.id,
      });
      return file.name;
    },
  };
}
