import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { invoicesApi } from "contract/invoices";
import type { StoredFileRow } from "#server/database/tables/stored-files.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { releaseFiles } from "#server/files/stored.ts";
import { openActors } from "#testing/actors.ts";
import { buildAgreement } from "#testing/factories/agreements.ts";
import { buildComment } from "#testing/factories/comments.ts";
import { buildDocument } from "#testing/factories/documents.ts";
import { buildStoredFile } from "#testing/factories/files.ts";
import { buildInvoice, buildInvoiceFile } from "#testing/factories/invoices.ts";
import { buildSample } from "#testing/factories/samples.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";

const { viewUpload } = invoicesApi;

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

/** The status each of them gets, so that a failure names who got what. */
async function statusesOf(name: string | null, people: readonly TestClient[]): Promise<number[]> {
  const statuses = [];
  for (const person of people) {
    const answer = await person.send(viewUpload, { params: { name: name ?? "" } });
    statuses.push(answer.status);
    if (answer.status === 404) expect(answer.body).toMatchObject({ message: "File not found" });
  }
  return statuses;
}

const all = (people: readonly unknown[], status: number) => people.map(() => status);

function nameIn(fileUrl: string): string {
  return fileUrl.replace("/uploads/", "");
}

describe("/uploads/:name", () => {
  it(
    "gives avatars and samples to everybody who is signed in, and nothing to visitors",
    { tags: ["I-INV-108", "D-108"] },
    async () => {
      const { admin, nonAdmins, visitor } = await openActors(portal);
      const avatar = await buildStoredFile({ kind: "avatar", mimeType: "image/webp" });
      const sample = await buildSample();
      for (const name of [avatar.name, sample.fileName]) {
        expect(await statusesOf(name, [admin, ...nonAdmins])).toEqual(all([1, ...nonAdmins], 200));
        await visitor.refused(401, viewUpload, { params: { name } });
      }
    },
  );

  it(
    "gives documents, attachments and agreements to those who see the case",
    { tags: ["D-108"] },
    async () => {
      const { caseFile, admin, agent, client, strangers } = await openActors(portal);
      const caseId = caseFile.id;
      const attachment = await buildStoredFile({ kind: "comment", caseId });
      await buildComment({
        caseId,
        storedFileId: attachment.id,
        attachmentFileName: attachment.name,
        attachmentOriginalName: "photo.pdf",
      });
      const document = await buildDocument({ caseId });
      const agreement = await buildAgreement({ caseId });
      for (const name of [attachment.name, document.fileName, agreement.fileName]) {
        expect(await statusesOf(name, [admin, agent, client])).toEqual([200, 200, 200]);
        expect(await statusesOf(name, strangers)).toEqual(all(strangers, 404));
      }
    },
  );

  it("gives the government's papers to admins alone", { tags: ["D-071"] }, async () => {
    const { caseFile, admin, nonAdmins } = await openActors(portal);
    const { fileName } = await buildDocument({ caseId: caseFile.id, category: "vanuatu-passport" });
    expect(await statusesOf(fileName, [admin])).toEqual([200]);
    expect(await statusesOf(fileName, nonAdmins)).toEqual(all(nonAdmins, 404));
  });

  it("gives the files of an invoice to those who see the invoice, accountants included", async () => {
    const { caseFile, admin, accountant, agent, client, strangers } = await openActors(portal);
    const invoice = await buildInvoice({ caseId: caseFile.id });
    const outsiders = strangers.filter((stranger) => stranger !== accountant);
    for (const list of ["Stage 1", "Add On", "other"] as const) {
      const { file_url } = await buildInvoiceFile(invoice, { list });
      const insiders = [admin, accountant, agent, client];
      expect(await statusesOf(nameIn(file_url), insiders)).toEqual([200, 200, 200, 200]);
      expect(await statusesOf(nameIn(file_url), outsiders)).toEqual([404, 404]);
    }
  });

  it(
    "hides the files of an invoice that a client does not see, and the bureau's own papers",
    { tags: ["S-46"] },
    async () => {
      const { caseFile, admin, accountant, client, nonAdmins } = await openActors(portal);
      const closed = await buildInvoice({ caseId: caseFile.id, status: "Completed" });
      const hidden = await buildInvoiceFile(closed);
      const statuses = await statusesOf(nameIn(hidden.file_url), [admin, accountant, client]);
      expect(statuses).toEqual([200, 200, 404]);
      const open = await buildInvoice({ caseId: caseFile.id });
      const secret = await buildInvoiceFile(open, { list: "admin" });
      expect(await statusesOf(nameIn(secret.file_url), [admin])).toEqual([200]);
      expect(await statusesOf(nameIn(secret.file_url), nonAdmins)).toEqual(all(nonAdmins, 404));
    },
  );

  it("names the file as its record does, and shows only what a browser shows safely", async () => {
    const { caseFile, client } = await openActors(portal);
    const pdf = await buildDocument({ caseId: caseFile.id, originalName: "Passport.pdf" });
    const word = await buildDocument({
      caseId: caseFile.id,
      originalName: "CV.docx",
      mimeType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    });
    const dispositionOf = async (name: string) =>
      (await client.send(viewUpload, { params: { name } })).headers["content-disposition"];
    expect(await dispositionOf(pdf.fileName)).toMatch(/^inline; filename="Passport.pdf"/);
    expect(await dispositionOf(word.fileName)).toMatch(/^attachment; filename="CV.docx"/);
  });

  it(
    "answers the same for a file of nobody, a deleted one and a name that never was",
    { tags: ["D-108"] },
    async () => {
      const { caseFile, admin } = await openActors(portal);
      const kinds: StoredFileRow["kind"][] = [
        ...(["document", "comment", "agreement", "sample"] as const),
        ...(["invoice", "receipt", "invoicePdf"] as const),
      ];
      const unowned = [];
      for (const kind of kinds) unowned.push(await buildStoredFile({ kind, caseId: caseFile.id }));
      const removed = await buildStoredFile({ kind: "avatar" });
      await inTransaction((tx) => releaseFiles(tx, [removed.id]));
      const names = [
        ...unowned.map((file) => file.name),
        removed.name,
        `${"0".repeat(32)}.pdf`,
        "..%2F..%2Fetc%2Fpasswd",
        "../keys/FILES_KEY",
        "a'; drop table users; --",
      ];
      for (const name of names) expect(await statusesOf(name, [admin])).toEqual([404]);
    },
  );
});
