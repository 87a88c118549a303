/** People who do not exist, and the two lines of their passports. */
import { type Holder, linesOf } from "./holder-lines.ts";
import type { SeededRandom } from "./seeded-random.ts";

export type Lines = readonly [string, string];

type Specimen = Required<Omit<Holder, "code">> & { subtype: string };

/** Short and long names, names that are cut off, one-letter states, numbers full of look-alikes. */
const known: readonly Specimen[] = [
  {
    subtype: "<",
    country: "LBN",
    name: "SARROUF<<NADIM",
    number: "LR0012345",
    birth: "790312",
    sex: "M",
    expiry: "310704",
    personal: "",
  },
  {
    subtype: "<",
    country: "D",
    name: "MUELLER<<JUERGEN<HEINZ",
    number: "C01X00T47",
    birth: "640812",
    sex: "M",
    expiry: "270228",
    personal: "",
  },
  {
    subtype: "<",
    country: "UTO",
    name: "ERIKSSON<<ANNA<MARIA",
    number: "L898902C3",
    birth: "740812",
    sex: "F",
    expiry: "290415",
    personal: "ZE184226B",
  },
  {
    subtype: "P",
    country: "THA",
    name: "WONGSAWATTANAKULCHAI<<SIRIPORNRATTANAKORN",
    number: "AA8B0O1I5",
    birth: "880229",
    sex: "F",
    expiry: "301109",
    personal: "1103700123456",
  },
  {
    subtype: "<",
    country: "CHN",
    name: "LIN<<YICHEN",
    number: "EB0O8Q0D6",
    birth: "010203",
    sex: "F",
    expiry: "330101",
    personal: "NGKELMPMNFLPA1",
  },
  {
    subtype: "D",
    country: "VUT",
    name: "KALSAKAU<<JEAN<PIERRE<LUC<MARIE<ALBERT",
    number: "RV0152S5Z",
    birth: "550101",
    sex: "M",
    expiry: "280630",
    personal: "",
  },
  {
    subtype: "<",
    country: "IND",
    name: "PATEL<<",
    number: "Z2557G68B",
    birth: "991231",
    sex: "<",
    expiry: "341130",
    personal: "",
  },
  {
    subtype: "<",
    country: "GBR",
    name: "O<BRIEN<MACDONALD<<SIOBHAN<QUINN<VICTORIA<WXYZ",
    number: "707797979",
    birth: "700101",
    sex: "F",
    expiry: "260815",
    personal: "",
  },
];

const surnames = [
  "HADDAD",
  "AL<SAYED",
  "NGUYEN",
  "VAN<DER<BERG",
  "KOWALCZYK",
  "QUIROGA<VELEZ",
  "FERNANDES",
  "ZHANG",
  "IVANOVA",
  "JIMENEZ",
  "UWIMANA",
  "OCHIENG",
];
const givenNames = [
  "MOHAMED",
  "ELIZABETH<JANE",
  "THI<HONG",
  "WILLEM",
  "GUIZHEN",
  "XIMENA",
  "BRUNO<MIGUEL",
  "FATIMA",
  "YUSUF<KEMAL",
  "JOY",
];
const countries = [
  "LBN",
  "EGY",
  "VNM",
  "NLD",
  "POL",
  "MEX",
  "PRT",
  "CHN",
  "RUS",
  "TUR",
  "RWA",
  "KEN",
  "NGA",
  "IND",
  "ZAF",
];

export function holderLines(index: number, random: SeededRandom): Lines {
  const { subtype, ...holder } = known[index] ?? someone(random);
  return linesOf({ ...holder, code: `P${subtype}` });
}

function someone(random: SeededRandom): Specimen {
  const many = (count: number, characters: string) =>
    Array.from({ length: count }, () => random.pick(Array.from(characters))).join("");
  const day = (from: number, to: number) =>
    two(Math.floor(random.between(from, to)) % 100) +
    two(random.between(1, 13)) +
    two(random.between(1, 29));
  return {
    subtype: "<",
    country: random.pick(countries),
    name: `${random.pick(surnames)}<<${random.pick(givenNames)}`,
    number:
      many(2, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") + many(random.pick([6, 7]), "0123456789"),
    birth: day(45, 110),
    sex: random.pick(["M", "F"]),
    expiry: day(27, 36),
    personal: random.pick(["", "", many(11, "0123456789"), many(8, "0123456789ABCDEFGH")]),
  };
}

const two = (value: number): string => String(Math.floor(value)).padStart(2, "0");
