/** Who is told of what: every kind, for every role, with the case and without it. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { casesApi } from "contract/cases";
import { documentsApi } from "contract/documents";
import { type InvoiceStatus, invoicesApi } from "contract/invoices";
import type { NotificationKind } from "contract/notifications";
import { reviewsApi } from "contract/reviews";
import { runtime } from "#server/core/runtime.ts";
import type { CaseRow } from "#server/database/tables/cases.ts";
import { users } from "#server/database/tables/users.ts";
import { buildDocument } from "#testing/factories/documents.ts";
import { buildInvoice } from "#testing/factories/invoices.ts";
import { buildUser } from "#testing/factories/users.ts";
import { samplePdf } from "#testing/sample-files.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { type Bureau, openBureau, type Part, partsTold, toldOf, write } from "#testing/told.ts";

let portal: TestApp;
let bureau: Bureau;
beforeAll(async () => {
  portal = await openTestApp();
  bureau = await openBureau(portal);
});
afterAll(() => portal.close());

type Happening = (by: Part, caseFile: CaseRow) => Promise<unknown>;

const upload =
  (category: string): Happening =>
  async (by, { id }) =>
    (await bureau.as(by)).call(documentsApi.upload, {
      params: { id },
      files: [{ field: "files", name: "scan.pdf", bytes: await samplePdf() }],
      fields: { category },
    });

const review =
  (decision: "accepted" | "changes_requested", category: "cv" | "vanuatu-id" = "cv"): Happening =>
  async (by, { id: caseId }) => {
    const { id } = await buildDocument({ caseId, category });
    const said = decision === "accepted" ? {} : { reasonCode: "other", publicText: "All pages." };
    await (
      await bureau.as(by)
    ).call(reviewsApi.create, {
      params: { id },
      body: { decision, withoutDate: true, ...said },
    });
  };

const move: Happening = async (by, { caseId }) =>
  (await bureau.as(by)).call(casesApi.updateStatus, {
    params: { caseId },
    body: { status: "courier" },
  });

const bill =
  (status: InvoiceStatus): Happening =>
  async (by, caseFile) =>
    (await bureau.as(by)).call(invoicesApi.create, {
      body: {
        caseId: caseFile.id,
        caseTitle: caseFile.title,
        stage: "Stage 1",
        invoiceId: `BILL-${caseFile.caseId}`,
        usdFee: 100_000,
        status,
      },
    });

const settle =
  (...statuses: InvoiceStatus[]): Happening =>
  async (by, { id: caseId }) => {
    const { id } = await buildInvoice({ caseId, status: "Cancelled" });
    for (const status of statuses)
      await (await bureau.as(by)).call(invoicesApi.update, { params: { id }, body: { status } });
  };

const pay: Happening = async (by, { id: caseId }) => {
  const { id } = await buildInvoice({ caseId });
  await (
    await bureau.as(by)
  ).call(invoicesApi.uploadReceipt, {
    params: { id },
    files: [{ field: "file", name: "transfer.pdf", bytes: await samplePdf() }],
  });
};

const allAssigned: Part[] = ["client", "agent", "admin", "accountant", "flagged"];
const workers: Part[] = ["agent", "admin", "flagged", "opener"];
const money: Part[] = ["accountant", "otherAccountant"];
const everyAdmin: Part[] = ["admin", "flagged", "opener", "otherAdmin"];

type Row = { kind: NotificationKind; by: Part; happens: Happening; told: readonly Part[] };

const table: Record<string, Row> = {
  "a message of a client [W-NTF-001]": {
    kind: "message",
    by: "client",
    happens: async (by, caseFile) => write(await bureau.as(by), caseFile),
    told: ["agent", "admin", "accountant", "flagged", "opener"],
  },
  "a message of an agent [W-NTF-001]": {
    kind: "message",
    by: "agent",
    happens: async (by, caseFile) => write(await bureau.as(by), caseFile),
    told: ["client", "admin", "accountant", "flagged", "opener"],
  },
  "a message of an admin without the case [W-NTF-001]": {
    kind: "message",
    by: "otherAdmin",
    happens: async (by, caseFile) => write(await bureau.as(by), caseFile),
    told: [...allAssigned, "opener"],
  },
  "a document of a client [W-NTF-002]": {
    kind: "document_uploaded",
    by: "client",
    happens: upload("cv"),
    told: workers,
  },
  "a document of an agent [W-NTF-002]": {
    kind: "document_uploaded",
    by: "agent",
    happens: upload("cv"),
    told: ["client"],
  },
  "a document of an admin [W-NTF-002]": {
    kind: "document_uploaded",
    by: "admin",
    happens: upload("cv"),
    told: ["client"],
  },
  "a document of the government [W-NTF-003]": {
    kind: "document_uploaded",
    by: "admin",
    happens: upload("vanuatu-id"),
    told: ["flagged", "opener"],
  },
  "an accepted document [W-NTF-004]": {
    kind: "document_reviewed",
    by: "agent",
    happens: review("accepted"),
    told: ["client"],
  },
  "a document to be changed [W-NTF-004]": {
    kind: "document_reviewed",
    by: "opener",
    happens: review("changes_requested"),
    told: ["client"],
  },
  "a reviewed document of the government [W-NTF-004]": {
    kind: "document_reviewed",
    by: "admin",
    happens: review("accepted", "vanuatu-id"),
    told: [],
  },
  "another status [W-NTF-006]": {
    kind: "status_changed",
    by: "otherAdmin",
    happens: move,
    told: ["client", "agent", "admin", "flagged"],
  },
  "another status, moved by an admin of the case [W-NTF-006]": {
    kind: "status_changed",
    by: "admin",
    happens: move,
    told: ["client", "agent", "flagged"],
  },
  "an invoice to be paid [W-NTF-007]": {
    kind: "invoice_sent",
    by: "opener",
    happens: bill("Sent"),
    told: allAssigned,
  },
  "an invoice that becomes one to be paid [W-NTF-007]": {
    kind: "invoice_sent",
    by: "opener",
    happens: settle("Sent"),
    told: allAssigned,
  },
  "a receipt of a client [W-NTF-008]": {
    kind: "receipt_uploaded",
    by: "client",
    happens: pay,
    told: [...everyAdmin, ...money, "agent"],
  },
  "a receipt of an agent [W-NTF-008]": {
    kind: "receipt_uploaded",
    by: "agent",
    happens: pay,
    told: [...everyAdmin, ...money],
  },
  "an invoice that is paid [W-NTF-009]": {
    kind: "invoice_completed",
    by: "opener",
    happens: settle("Paid by client"),
    told: allAssigned,
  },
  "an invoice that is completed [W-NTF-009]": {
    kind: "invoice_completed",
    by: "admin",
    happens: settle("Completed"),
    told: ["agent", "flagged", "opener", ...money],
  },
  "an invoice whose money has gone on, or that is cancelled [W-NTF-009]": {
    kind: "invoice_completed",
    by: "admin",
    happens: settle("Funds Processed", "Cancelled"),
    told: [],
  },
};

describe("people are told", () => {
  it.each(Object.entries(table))(
    "of %s",
    { tags: ["W-NTF-001..004", "W-NTF-006..009", "W-NTF-012"] },
    async (_name, { kind, by, happens, told }) => {
      const caseFile = await bureau.openCase();
      await happens(by, caseFile);
      expect(await partsTold(bureau, caseFile, kind)).toEqual(told.toSorted());
      const rows = (await toldOf(caseFile)).filter((row) => row.kind === kind);
      expect(rows.map((row) => row.count)).toEqual(rows.map(() => 1));
      expect(rows.every((row) => row.readAt === null)).toBe(true);
      expect(rows.every((row) => row.actorId === bureau.people[by].id)).toBe(true);
    },
  );

  it(
    "not a second time of an invoice that is saved while it is to be paid",
    { tags: ["W-NTF-007"] },
    async () => {
      const caseFile = await bureau.openCase();
      const { id } = await buildInvoice({ caseId: caseFile.id, status: "Cancelled" });
      const admin = await bureau.as("opener");
      await admin.call(invoicesApi.update, { params: { id }, body: { status: "Sent" } });
      await admin.call(invoicesApi.update, { params: { id }, body: { notes: "By transfer" } });
      await admin.call(invoicesApi.update, {
        params: { id },
        body: { status: "Sent" },
        leavesNoEvent: true,
      });
      expect((await toldOf(caseFile)).map(({ count }) => count)).toEqual(allAssigned.map(() => 1));
    },
  );

  it(
    "in every admin's place when the one who opened the case is no admin any more",
    { tags: ["W-NTF-013"] },
    async () => {
      const gone = await buildUser({ role: "admin", disabledAt: "2026-01-01T00:00:00.000Z" });
      const demoted = await buildUser({ role: "agent" });
      for (const { id } of [gone, demoted]) {
        const caseFile = await bureau.openCase({ createdBy: id });
        await write(await bureau.as("client"), caseFile);
        expect(await partsTold(bureau, caseFile, "message")).toEqual(
          ["agent", "accountant", ...everyAdmin].toSorted(),
        );
        expect((await toldOf(caseFile)).some(({ userId }) => userId === id)).toBe(false);
      }
    },
  );

  it("never when they have been disabled since", { tags: ["W-NTF-012"] }, async () => {
    const person = await buildUser({ role: "agent" });
    const caseFile = await bureau.openCase({ assignedTo: [person] });
    await write(await bureau.as("opener"), caseFile);
    await runtime.database
      .update(users)
      .set({ disabledAt: "2026-01-01T00:00:00.000Z" })
      .where(eq(users.id, person.id));
    expect(await toldOf(caseFile)).toEqual([]);
  });
});
