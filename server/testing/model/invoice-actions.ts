import { invoicesApi, invoiceStages, invoiceStatuses } from "contract/invoices";
import { type ModelAction, idIn, type Situation } from "./action.ts";
import { Sheet, type Values } from "./bureau.ts";

/** USD per 1 AED as the bureau takes it, and its ten-thousandths. */
const [AED_RATE, AED_UNITS] = [0.2723, 2723];

const moneyOf = (usdFee: number, currency: string): Values =>
  currency === "USD"
    ? { usdFee, currency, rate: "1.0000", totalFee: usdFee }
    : { usdFee, currency, rate: "0.2723", totalFee: Math.round((usdFee * 10_000) / AED_UNITS) };

const issue: ModelAction = ({ bureau, caseFile, value }) => {
  const code = `M1-${value % 8}`;
  const currency = value % 2 === 0 ? "USD" : "AED";
  const asked = {
    caseTitle: `Family ${value}`,
    stage: invoiceStages[value % invoiceStages.length] as string,
    invoiceId: code,
    status: invoiceStatuses[value % invoiceStatuses.length] as string,
    notes: value % 3 === 0 ? null : `Note ${value}`,
  };
  const money = moneyOf(value + 1, currency);
  return {
    ask: {
      endpoint: invoicesApi.create,
      body: {
        ...asked,
        caseId: caseFile.id,
        currency,
        usdFee: value + 1,
        rate: currency === "USD" ? 1 : AED_RATE,
      },
    },
    isSeen: !caseFile.isGone,
    refusal: bureau.holdsInvoiceCode(code) ? 409 : undefined,
    happen: (answer) => {
      const { numberOfApplicants = 1 } = caseFile.values;
      const values = { ...asked, ...money, caseId: caseFile.id, numberOfApplicants };
      caseFile.invoices.push(new Sheet(idIn(answer), values));
    },
  };
};

const editInvoice = ofInvoice(({ value }) => ({
  endpoint: invoicesApi.update,
  asked: { notes: `Note ${value}`, usdFee: value },
}));

const pay = ofInvoice(({ value }) => ({
  endpoint: invoicesApi.updateStatus,
  asked: { status: invoiceStatuses[value % invoiceStatuses.length] as string },
}));

type Change = {
  endpoint: typeof invoicesApi.update | typeof invoicesApi.updateStatus;
  asked: Values;
};

/** Whatever is changed, the total follows the fee, and the number of applicants the case. */
function ofInvoice(decide: (situation: Situation) => Change): ModelAction {
  return (situation) => {
    const { caseFile, one, value } = situation;
    const invoice = one(caseFile.invoices);
    if (!invoice) return null;
    const { endpoint, asked } = decide(situation);
    const { usdFee, currency } = { ...invoice.values, ...asked };
    const basedOn = Math.max(1, invoice.version - (value % 3));
    return {
      ask: {
        endpoint,
        params: { id: invoice.id, invoiceId: invoice.id },
        body: asked,
        basedOn,
      },
      isSeen: !caseFile.isGone && !invoice.isGone,
      refusal: invoice.collides(asked, basedOn) ? 409 : undefined,
      happen: () => {
        const { numberOfApplicants = 1 } = caseFile.values;
        const money = moneyOf(Number(usdFee), String(currency));
        invoice.write({ ...asked, ...money, numberOfApplicants });
      },
    };
  };
}

const removeInvoice: ModelAction = ({ caseFile, one }) => {
  const invoice = one(caseFile.invoices);
  return (
    (invoice && {
      ask: { endpoint: invoicesApi.remove, params: { id: invoice.id } },
      isSeen: !caseFile.isGone && !invoice.isGone,
      happen: () => {
        invoice.isGone = true;
      },
    }) ??
    null
  );
};

export const invoiceActions = { issue, editInvoice, pay, removeInvoice };
