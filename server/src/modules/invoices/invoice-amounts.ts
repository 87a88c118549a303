/** The money of an invoice, as it is stored: computed here, whatever a client sends (D-005). */
import { type Currency, RATE_SCALE, rateUnits, totalFee } from "contract/money";
import { badField } from "#server/core/errors.ts";
import type { InvoiceRow } from "#server/database/tables/invoices.ts";

type Asked = { usdFee: number; rate: number; currency: Currency };

/** Beyond what a number holds exactly money is refused, never rounded (asvs 14). */
export function amountsOf(asked: Asked): Pick<InvoiceRow, "usdFee" | "rate" | "totalFee"> {
  const units = rateUnits(asked.rate);
  if (units <= 0n) throw badField("rate", "Rate must be greater than 0");
  const total = totalFee(asked);
  if (total === null) throw badField("usdFee", "Total fee is too large");
  return { usdFee: asked.usdFee, rate: storedRate(units), totalFee: total };
}

/** Text with four decimals (S-47). */
function storedRate(units: bigint): string {
  const scale = BigInt(RATE_SCALE);
  return `${units / scale}.${String(units % scale).padStart(4, "0")}`;
}
