/** Money in whole cents; rates in whole ten-thousandths. No floating point decides a cent. */

export const currencies = ["USD", "AED"] as const;
export type Currency = (typeof currencies)[number];
export const RATE_SCALE = 10_000;
/** numeric(10,4) holds six digits before the point. */
export const MAX_RATE = 999_999.9999;
/** USD per 1 AED, the dollar peg (D-004). */
export const DEFAULT_AED_RATE = 0.2723;

/** Ten-thousandths, rounded half up (D-006). Read from the digits as typed: 1.00005 × 10000 is a little below its half. */
export function rateUnits(rate: number): bigint {
  return roundDigits(rate, 4);
}

/**
 * The amount to pay, in cents of the invoice's currency, rounded half up (I:198, D-004):
 * USD = fee × rate, AED = fee ÷ rate, the rate of an AED invoice being USD per 1 AED.
 * Null when the result is more than a number holds exactly.
 */
export function totalFee(input: {
  usdFee: number;
  rate: number;
  currency: Currency;
}): number | null {
  if (!Number.isSafeInteger(input.usdFee)) return null;
  const fee = BigInt(input.usdFee);
  const rate = rateUnits(input.rate);
  if (rate <= 0n || fee < 0n) return null;
  const scale = BigInt(RATE_SCALE);
  const total =
    input.currency === "USD" ? divideHalfUp(fee * rate, scale) : divideHalfUp(fee * scale, rate);
  return total <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(total) : null;
}

function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}

/** What somebody typed as an amount, in cents, rounded half up (D-002, D-009). */
export function centsFromAmount(amount: number): number {
  return Number(roundDigits(amount, 2));
}

/** Eight decimals say exactly what was typed; a number of money has no room for more. */
const TYPED_DECIMALS = 8;

/** The number in units of 10^-decimals; what is no number counts as zero (D-007). */
function roundDigits(value: number, decimals: number): bigint {
  if (!Number.isFinite(value)) return 0n;
  if (Math.abs(value) >= 1e21) return BigInt(value) * 10n ** BigInt(decimals);
  const digits = BigInt(value.toFixed(TYPED_DECIMALS).replace(".", ""));
  const unit = 10n ** BigInt(TYPED_DECIMALS - decimals);
  return digits < 0n ? -divideHalfUp(-digits, unit) : divideHalfUp(digits, unit);
}
