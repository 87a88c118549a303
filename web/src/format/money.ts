import type { Currency } from "contract/money";

const CENTS = 100;
const RATE_DECIMALS = 4;
const amount = new Intl.NumberFormat("en-US", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** '$1,234.50' and 'AED 4,500.00' from cents (D-030). */
export function formatMoney(cents: number, currency: Currency = "USD"): string {
  const prefix = currency === "USD" ? "$" : "AED ";
  const sign = cents < 0 ? "-" : "";
  return `${sign}${prefix}${amount.format(Math.abs(cents) / CENTS)}`;
}

/** Four decimals, as they are stored (I:278). */
export function formatRate(rate: number | string): string {
  return Number(rate).toFixed(RATE_DECIMALS);
}

/** '2,003' for counts. */
export function formatCount(count: number): string {
  return count.toLocaleString("en-US");
}
