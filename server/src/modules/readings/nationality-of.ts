/** What a citizen of the state in the lines is called in the portal. */
import { countries } from "contract/countries";
import type { Nationality } from "contract/nationalities";

/** Codes of passports that are no ISO codes of the state. */
const otherCodes: Record<string, Nationality> = {
  D: "German",
  GBD: "British",
  GBN: "British",
  GBO: "British",
  GBP: "British",
  GBS: "British",
  RKS: "Kosovar",
};
/** One code, three nationalities: which of them only people know. */
const ofChina: readonly Nationality[] = ["Chinese", "Hong Konger", "Macanese"];

const byAlpha3 = new Map<string, Nationality>(
  countries.map(({ alpha3, demonym }) => [alpha3, demonym]),
);

/** `known` is what applicant or case say. Stateless people, organisations and unknown codes have none. */
export function nationalityOf(code: string, known?: string | null): Nationality | null {
  const letters = code.replaceAll("<", "");
  if (letters === "CHN") return ofChina.find((nationality) => nationality === known) ?? "Chinese";
  return byAlpha3.get(letters) ?? otherCodes[letters] ?? null;
}
