import { centsFromAmount, type Currency } from "contract/money";

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

/** 'USD 1,234.50' and 'AED 4,500.00' from cents. */
export function formatWithCode(cents: number, currency: Currency): string {
  return `${currency} ${amount.format(cents / CENTS)}`;
}

/** '180,000' and '5,000.50': an amount that stands in a field. */
export function formatAmount(cents: number): string {
  const value = cents / CENTS;
  return Number.isInteger(value) ? formatCount(value) : amount.format(value);
}

/** The number in a field, in cents; null when there is none. */
export function centsFromInput(value: number): number | null {
  return Number.isNaN(value) ? null : centsFromAmount(value);
}

/** Four decimals, as they are stored (I:278). */
export function formatRate(rate: number | string): string {
  return Number(rate).toFixed(RATE_DECIMALS);
}

/** '2,003' for counts. */
export function formatCount(count: number): string {
  return count.toLocaleString("en-US");
}
