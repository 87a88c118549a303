/**
 * A valid call for every endpoint of the contract. The type demands one for each, so an endpoint is enrolled in the
 * tests of every-endpoint.test.ts by existing.
 */
import { accountRecipes } from "./account-recipes.ts";
import { caseRecipes } from "./case-recipes.ts";
import {
  caseByCode,
  caseById,
  type Prepare,
  none,
  type Recipes,
  withBody,
  withPdf,
} from "./endpoint-recipe.ts";
import { uniqueSuffix } from "./factories/unique.ts";
import { buildView } from "./factories/views.ts";
import { twoFactorRecipes } from "./two-factor-recipes.ts";

const agreement: Prepare = async (fixtures) => ({
  params: { id: (await fixtures.agreement()).id },
});
const invoiceById: Prepare = async (fixtures) => ({
  params: { id: (await fixtures.invoice()).id },
});
const invoiceByReference: Prepare = async (fixtures) => ({
  params: { invoiceId: (await fixtures.invoice()).invoiceId },
});
const invoiceFile: Prepare = async (fixtures) => {
  const { invoice, fileId } = await fixtures.invoiceFile();
  return { params: { invoiceId: invoice.id, fileId } };
};
const listedInvoiceFile: Prepare = async (fixtures) => ({
  ...(await invoiceFile(fixtures)),
  query: { stage: "Stage 1" },
});
const ownView: Prepare = async ({ user }) => ({
  params: { id: (await buildView({ ownerId: user?.id ?? null })).id },
});
export const recipes: Recipes = {
  ...accountRecipes,
  ...caseRecipes,
  ...twoFactorRecipes,
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
    downloadPdf: async (fixtures) => ({
      params: { id: (await fixtures.invoiceFile()).invoice.id },
    }),
    downloadFileByName: async (fixtures) => {
      const { invoice, fileName } = await fixtures.invoiceFile();
      return { params: { invoiceId: invoice.invoiceId, fileName } };
    },
    viewUpload: async (fixtures) => ({
      params: { name: (await fixtures.invoiceFile()).uploadName },
    }),
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
    resend: async (fixtures) => ({ params: { id: (await fixtures.log()).id } }),
    getInvoice: invoiceById,
    deliverInvoiceFile: withPdf(invoiceByReference, "file", { stage: "Stage 1" }),
    deliverAgreement: withPdf(
      ({ caseFile }) => ({ params: { reference: caseFile.caseId } }),
      "file",
    ),
  },
  search: { find: () => ({ query: { q: "Robin" } }) },
  views: {
    list: () => ({ query: { screen: "cases" } }),
    create: () => ({
      body: { screen: "cases", name: `Waiting ${uniqueSuffix()}`, query: { status: "courier" } },
    }),
    update: withBody(ownView, { name: "Waiting for the courier" }),
    remove: ownView,
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
