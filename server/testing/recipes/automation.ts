import { none, withPdf, type Prepare, type Recipes } from "#testing/endpoint-recipe.ts";

const invoiceById: Prepare = async (fixtures) => ({
  params: { id: (await fixtures.invoice()).id },
});
const invoiceByReference: Prepare = async (fixtures) => ({
  params: { invoiceId: (await fixtures.invoice()).invoiceId },
});

export const automation: Recipes["automation"] = {
  listLogs: none,
  resend: async (fixtures) => ({ params: { id: (await fixtures.log()).id } }),
  getInvoice: invoiceById,
  deliverInvoiceFile: withPdf(invoiceByReference, "file", { stage: "Stage 1" }),
  deliverAgreement: withPdf(({ caseFile }) => ({ params: { reference: caseFile.caseId } }), "file"),
};
