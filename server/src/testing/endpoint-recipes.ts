/**
 * A valid call for every endpoint of the contract. The type demands one for each, so an endpoint is enrolled in the
 * tests of every-endpoint.test.ts by existing.
 */
import { accountRecipes } from "./account-recipes.ts";
import { caseRecipes } from "./case-recipes.ts";
import {
  caseByCode,
  caseById,
  type Cook,
  none,
  type Recipes,
  withBody,
  withPdf,
} from "./endpoint-recipe.ts";
import { factorRecipes } from "./factor-recipes.ts";
import { uniqueSuffix } from "./factories/unique.ts";

const agreement: Cook = async (world) => ({ params: { id: (await world.agreement()).id } });
const invoiceById: Cook = async (world) => ({ params: { id: (await world.invoice()).id } });
const invoiceByReference: Cook = async (world) => ({
  params: { invoiceId: (await world.invoice()).invoiceId },
});
const invoiceFile: Cook = async (world) => {
  const { invoice, fileId } = await world.invoiceFile();
  return { params: { invoiceId: invoice.id, fileId } };
};
const listedInvoiceFile: Cook = async (world) => ({
  ...(await invoiceFile(world)),
  query: { stage: "Stage 1" },
});
export const recipes: Recipes = {
  ...accountRecipes,
  ...caseRecipes,
  ...factorRecipes,
  invoices: {
    list: none,
    listOfCase: caseByCode,
    listReceiptsOfCase: caseById,
    generateCode: () => ({ body: { stage: "Stage 1" } }),
    create: ({ caseFile }) => ({
      body: {
        caseId: caseFile.id,
        caseTitle: "Family",
        stage: "Stage 1",
        invoiceId: `S1-${uniqueSuffix()}-B`,
        usdFee: 100,
        rate: 1,
      },
    }),
    update: withBody(invoiceById, { notes: "Paid in two parts" }),
    updateStatus: withBody(invoiceByReference, { status: "Paid by client" }),
    remove: invoiceById,
    uploadFile: withPdf(invoiceByReference, "file", { stage: "other" }),
    removeFile: listedInvoiceFile,
    renameFile: withBody(listedInvoiceFile, { newName: "renamed.pdf" }),
    uploadReceipt: withPdf(invoiceById, "file"),
    downloadFile: invoiceFile,
    downloadPdf: async (world) => ({ params: { id: (await world.invoiceFile()).invoice.id } }),
    downloadFileByName: async (world) => {
      const { invoice, fileName } = await world.invoiceFile();
      return { params: { invoiceId: invoice.invoiceId, fileName } };
    },
    viewUpload: async (world) => ({ params: { name: (await world.invoiceFile()).uploadName } }),
  },
  agreements: {
    list: caseByCode,
    uploadPdf: withPdf(caseById, "files", { category: "service-agreement" }),
    upload: withPdf(caseByCode, "file"),
    view: agreement,
    download: agreement,
    remove: agreement,
  },
  analytics: { listAverages: none, listFastest: none, listSlowest: none, getTotal: none },
  automation: {
    listLogs: none,
    resend: async (world) => ({ params: { id: (await world.log()).id } }),
    getInvoice: invoiceById,
    deliverInvoiceFile: withPdf(invoiceByReference, "file", { stage: "Stage 1" }),
    deliverAgreement: withPdf(
      ({ caseFile }) => ({ params: { reference: caseFile.caseId } }),
      "file",
    ),
  },
  operations: {
    getHealth: none,
    getReadiness: none,
    reportPolicy: withBody(none, { "csp-report": { "blocked-uri": "inline" } }),
    getVersion: none,
    sendTestMail: none,
    getOpenApi: none,
  },
};
