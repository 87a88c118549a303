import type { FastifyInstance, FastifyReply } from "fastify";
import { invoiceListsApi } from "contract/invoice-lists";
import { invoicesApi } from "contract/invoices";
import { accessContextOf } from "#server/files/access-context.ts";
import { sendElsewhere } from "#server/files/elsewhere.ts";
import { openByName } from "#server/files/open-by-name.ts";
import { sendDrawn } from "#server/files/papers/send-drawn.ts";
import { sendFile } from "#server/files/serve.ts";
import { register } from "#server/http/routes.ts";
import * as downloads from "./invoice-downloads.service.ts";
import * as files from "./invoice-files.service.ts";
import * as lists from "./invoice-lists.service.ts";
import * as invoices from "./invoices.service.ts";
import { drawInvoice } from "./pdf/draw-invoice.ts";

export function invoicesRoutes(app: FastifyInstance): void {
  register(app, invoiceListsApi, {
    page: ({ actor, query }) => lists.page(actor, query),
    counts: ({ actor, query }) => lists.counts(actor, query),
    rows: ({ actor, query }) => lists.rows(actor, query),
  });
  register(app, invoicesApi, {
    list: ({ actor }) => invoices.list(actor),
    listOfCase: ({ actor, params }) => invoices.listOfCase(actor, params.caseId),
    listReceiptsOfCase: ({ actor, params }) => invoices.listReceiptsOfCase(actor, params.id),
    generateCode: async ({ actor, body }) => ({
      invoiceId: await invoices.generateCode(actor, body.stage),
    }),
    create: ({ actor, body }) => invoices.create(actor, body),
    update: ({ actor, subject, basedOn, body }) =>
      invoices.update(actor, { subject, basedOn, changes: body }),
    updateStatus: ({ actor, subject, basedOn, body }) =>
      invoices.updateStatus(actor, { subject, basedOn, status: body.status }),
    remove: async ({ actor, subject }) => {
      await invoices.remove(actor, subject);
      return { message: "Invoice deleted" };
    },
    uploadFile: ({ actor, subject, body, files: received }) =>
      files.upload(actor, {
        subject,
        list: body.stage,
        files: received,
        originalName: body.original_name ?? null,
      }),
    removeFile: async ({ actor, subject, params, query }) => {
      await files.removeFile(actor, { subject, list: query.stage, fileId: params.fileId });
      return { message: "File deleted" };
    },
    renameFile: ({ actor, subject, params, query, body }) =>
      files.renameFile(actor, {
        subject,
        list: query.stage,
        fileId: params.fileId,
        newName: body.newName,
      }),
    uploadReceipt: ({ actor, subject, files: received }) =>
      files.uploadReceipt(actor, { subject, files: received }),
    downloadFile: async ({ actor, subject, params, request, reply }) => {
      const wanted = { subject, fileId: params.fileId, ...accessContextOf(request) };
      await sendPaper(reply, await downloads.openFile(actor, wanted));
    },
    downloadFileByName: async ({ actor, subject, params, request, reply }) => {
      const wanted = { subject, fileName: params.fileName, ...accessContextOf(request) };
      await sendPaper(reply, await downloads.openFileByName(actor, wanted));
    },
    downloadPdf: async ({ actor, subject, request, reply }) => {
      await sendPaper(
        reply,
        await downloads.openPdf(actor, { subject, ...accessContextOf(request) }),
      );
    },
    viewUpload: async ({ actor, params, request, reply }) => {
      const wanted = { name: params.name, ...accessContextOf(request) };
      const { file, downloadName } = await openByName(actor, wanted);
      await sendFile(reply, file, { disposition: "inline", downloadName });
    },
  });
}

async function sendPaper(reply: FastifyReply, paper: downloads.Paper): Promise<void> {
  switch (paper.kind) {
    case "stored":
      await sendFile(reply, paper.file, { disposition: "attachment", downloadName: paper.name });
      return;
    case "elsewhere":
      await sendElsewhere(reply, paper.address);
      return;
    case "drawn":
      await sendDrawn(reply, { name: paper.name, draw: () => drawInvoice(paper.invoice) });
  }
}
