import {
  caseByCode,
  caseById,
  none,
  withBody,
  withPdf,
  type Prepare,
  type Recipes,
} from "#testing/endpoint-recipe.ts";
import { uniqueSuffix } from "#testing/factories/unique.ts";

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

export const invoices: Recipes["invoices"] = {
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
};
