/** The families of the demonstration as they stand on their papers, Arabic spelling included. */
import type { DemoApplicant, DemoCase } from "#demo/demo-bureau.ts";
import type { Person } from "./specimen.ts";

const arabicNames: Record<string, string> = {
  "Nadim Sarrouf": "نديم صرّوف",
  "Rima Sarrouf": "ريما صرّوف",
  "Yara Sarrouf": "يارا صرّوف",
  "Elias Sarrouf": "إلياس صرّوف",
  "Haoran Lin": "هاوران لين",
  "Meiqi Zhou": "ميتشي تشو",
  "Yichen Lin": "ييتشن لين",
  "Guizhen Wu": "قويتشن وو",
  "Timur Seitkaliyev": "تيمور سيتكالييف",
};

const countries: Record<string, string> = { LBN: "Lebanon", CHN: "China", KAZ: "Kazakhstan" };
export const PLACE_OF_RESIDENCE = "United Arab Emirates";
const programCountries = { vanuatu: "Vanuatu", nauru: "Nauru" } as const;

function countryCodeOf(demoCase: DemoCase): string {
  return demoCase.mrz[0].slice(2, 5);
}

/** Some states print given names where others print the surname. */
const turned = new Set(["Rima Sarrouf"]);

export function namesInPassport(fullName: string): { surname: string; givenNames: string } {
  const names = fullName.split(" ");
  const [first, last] = [names.slice(0, -1).join(" "), names.at(-1) ?? ""];
  return turned.has(fullName)
    ? { surname: first, givenNames: last }
    : { surname: last, givenNames: first };
}

export function homeOf(demoCase: DemoCase): string {
  return countries[countryCodeOf(demoCase)] ?? demoCase.nationality;
}

export function programCountryOf(demoCase: DemoCase): string {
  return programCountries[demoCase.citizenshipProgram];
}

export function personOf(demoCase: DemoCase, applicant: DemoApplicant): Person {
  const { fullName, dateOfBirth, gender } = applicant;
  return {
    fullName,
    arabicName: arabicNames[fullName] ?? fullName,
    dateOfBirth,
    gender,
    nationality: demoCase.nationality,
    countryCode: countryCodeOf(demoCase),
  };
}
