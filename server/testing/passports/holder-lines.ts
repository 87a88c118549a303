/** The two lines of a passport that somebody might have. */
import { checkDigit } from "contract/passport-lines";

export type Holder = {
  /** 'P<'; with a subtype 'PD'. */
  code?: string;
  country?: string;
  /** As between the fillers: 'SARROUF<<NADIM'. */
  name?: string;
  number?: string;
  birth?: string;
  sex?: "M" | "F" | "<";
  expiry?: string;
  personal?: string;
};

/** Nadim Sarrouf's, unless said otherwise. */
export function linesOf({
  code = "P<",
  country = "LBN",
  name = "SARROUF<<NADIM",
  number = "LR0012345",
  birth = "790312",
  sex = "M",
  expiry = "310704",
  personal = "",
}: Holder): [string, string] {
  const checked = (text: string) => text + checkDigit(text);
  const parts = [number.padEnd(9, "<"), birth, expiry, personal.padEnd(14, "<")].map(checked);
  const [document = "", born = "", until = "", own = ""] = parts;
  const state = country.padEnd(3, "<");
  return [
    `${code}${state}${name}`.padEnd(44, "<").slice(0, 44),
    `${document}${state}${born}${sex}${until}${own}${checkDigit(parts.join(""))}`,
  ];
}
