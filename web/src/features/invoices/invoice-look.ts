import type { InvoiceStage, InvoiceStatus } from "contract/invoices";

/** The colours that the specification names (I:168): blue, green, purple, emerald, red. */
export const statusHues: Record<InvoiceStatus, number> = {
  Sent: 256,
  "Paid by client": 142,
  "Funds Processed": 305,
  Completed: 165,
  Cancelled: 25,
};

/** Blue, green, yellow, purple. */
export const stageHues: Record<InvoiceStage, number> = {
  "Stage 1": 256,
  "Stage 2": 142,
  "Add On": 92,
  "Post Citizenship": 305,
};
