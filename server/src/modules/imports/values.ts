/** What the cells of a spreadsheet mean. Null: nobody can tell. */
import { alpha3Of, countryOf } from "contract/countries";
import { fold } from "contract/fold";
import type { ImportOptions } from "contract/imports";
import { nationalities } from "contract/nationalities";

export type DayOrder = ImportOptions["dates"];
/** Of the columns of days, by their fields; null where some values say this and some that. */
export type DayOrders = ReadonlyMap<string, DayOrder | null>;

/** The key of a choice by itself, its label, or any other of its names. */
export function choiceOf<Key extends string>(
  text: string,
  choices: Readonly<Record<Key, readonly string[]>>,
): Key | null {
  const wanted = fold(text);
  for (const [key, names] of Object.entries(choices) as [Key, readonly string[]][])
    if ([key, ...names].some((name) => fold(name) === wanted)) return key;
  return null;
}

const demonyms = new Map<string, string>();
const alpha3s = new Map<string, string>();
for (const demonym of nationalities) {
  const alpha3 = alpha3Of(demonym);
  const country = alpha3 === null ? null : countryOf(alpha3);
  for (const name of [demonym, alpha3, country])
    if (name !== null && !demonyms.has(fold(name))) demonyms.set(fold(name), demonym);
  if (alpha3 !== null)
    for (const name of [demonym, alpha3, country ?? alpha3]) alpha3s.set(fold(name), alpha3);
}

/** By what its citizens are called, by the country, or by its three letters. */
export function nationalityOf(text: string): string | null {
  return demonyms.get(fold(text)) ?? null;
}

/** ISO 3166-1 alpha-3. */
export function countryCodeOf(text: string): string | null {
  return alpha3s.get(fold(text)) ?? null;
}

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[t ].*)?$/;
const NUMBERS = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/;
const WORDS = /^(\d{1,2})[ .-]*([a-z]{3,9})\.?[ ,-]*(\d{4})$/;

export function dayOf(text: string, order: DayOrder): string | null {
  const folded = fold(text);
  const iso = ISO.exec(folded);
  if (iso) return calendarDay(iso[1], iso[2], iso[3]);
  const words = WORDS.exec(folded);
  if (words) {
    const month = MONTHS.findIndex((name) => words[2]?.startsWith(name));
    return month < 0 ? null : calendarDay(words[3], String(month + 1), words[1]);
  }
  const [, first, second, year] = NUMBERS.exec(folded) ?? [];
  return order === "dayFirst" ? calendarDay(year, second, first) : calendarDay(year, first, second);
}

/** By a value that fits one order only; null when it fits both, or none. */
export function orderShownBy(text: string): DayOrder | null {
  const [, first, second] = NUMBERS.exec(fold(text)) ?? [];
  if (Number(first) > 12 && Number(second) <= 12) return "dayFirst";
  return Number(second) > 12 && Number(first) <= 12 ? "monthFirst" : null;
}

function calendarDay(year?: string, month?: string, day?: string): string | null {
  if (year === undefined || month === undefined || day === undefined) return null;
  const text = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : null;
}

const MOST_CENTS = BigInt(Number.MAX_SAFE_INTEGER);

/** Cents. `5,000` is five thousand where a point ends whole numbers, and five where a comma does. */
export function centsOf(text: string, decimals: ImportOptions["decimals"]): number | null {
  const bare = fold(text)
    .replace(/^(usd|us\$|\$)\s*|\s*(usd|us\$|\$)$/g, "")
    .replace(/[\s']/g, "");
  if (!/^\d[\d.,]*$/.test(bare)) return null;
  const end = decimalEnd(bare, decimals);
  const whole = end < 0 ? bare : bare.slice(0, end);
  const rest = end < 0 ? "" : bare.slice(end + 1).replace(/(?<=^\d\d)0+$/, "");
  if (rest.length > 2 || !/^(\d+|\d{1,3}([.,]\d{3})+)$/.test(whole)) return null;
  const cents = BigInt(whole.replaceAll(/[.,]/g, "") + rest.padEnd(2, "0"));
  return cents <= MOST_CENTS ? Number(cents) : null;
}

/** Where the fraction begins. A single mark before three digits is told by the choice, all others by themselves. */
function decimalEnd(text: string, decimals: ImportOptions["decimals"]): number {
  const point = text.lastIndexOf(".");
  const comma = text.lastIndexOf(",");
  if (point >= 0 && comma >= 0) return Math.max(point, comma);
  const mark = Math.max(point, comma);
  if (mark < 0) return -1;
  const sign = text.charAt(mark);
  if (text.indexOf(sign) !== mark) return -1;
  if (text.length - mark - 1 !== 3) return mark;
  return (sign === ".") === (decimals === "point") ? mark : -1;
}
