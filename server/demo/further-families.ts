import type { Program } from "contract/case-parts";
/**
 * The families that make the lists of the demonstration long: each is one line here, and everything else of it follows
 * from the line and its place. Nobody in it exists.
 */
import { type CaseStatus, caseStatuses } from "contract/case-status";
import type { Nationality } from "contract/nationalities";

export type FurtherFamily = {
  firstName: string;
  lastName: string;
  gender: "male" | "female";
  nationality: Nationality;
  /** Three letters, as passports write it. */
  country: string;
  program: Program;
  status: CaseStatus;
  /** First names of spouse and children. */
  others: readonly string[];
};

type Line = [
  name: string,
  gender: "m" | "f",
  home: `${Nationality} ${string}`,
  place: `${Program} ${CaseStatus}`,
  others?: string,
];

const lines: readonly Line[] = [
  ["Farid Qasimour", "m", "Syrian SYR", "vanuatu onboarding", "Lama, Tarek, Joud"],
  ["Anjali Raghavanti", "f", "Indian IND", "nauru onboarding", "Kiran"],
  ["نور حدّادين", "f", "Jordanian JOR", "vanuatu onboarding", "ليث, سلمى"],
  ["Chidi Okwuelu", "m", "Nigerian NGA", "nauru onboarding"],
  ["Bilal Tahrouni", "m", "Egyptian EGY", "vanuatu due_diligence_fiu_first_stage", "Heba, Malak"],
  ["Thuy Lanh Phamova", "f", "Vietnamese VNM", "vanuatu due_diligence_fiu_first_stage"],
  ["Ruslan Tokhtarin", "m", "Kazakhstani KAZ", "nauru due_diligence_fiu_first_stage", "Aliya"],
  [
    "Maximiliana Alexandrovna van der Woudenburgh-Castellanos",
    "f",
    "Lebanese LBN",
    "vanuatu citizenship_application_second_stage",
    "Rafael",
  ],
  [
    "Imran Shahbazee",
    "m",
    "Pakistani PAK",
    "vanuatu citizenship_application_second_stage",
    "Sana, Zayd, Hiba, Nuh",
  ],
  ["Wanjiku Kamundia", "f", "Kenyan KEN", "vanuatu citizenship_application_second_stage"],
  ["Yusuf Erdalkaya", "m", "Turkish TUR", "vanuatu bank_clearance", "Defne, Emir"],
  ["Meilin Shaoqi", "f", "Chinese CHN", "nauru bank_clearance", "Bowen"],
  ["Samer Khouzami", "m", "Iraqi IRQ", "vanuatu issuance_of_citizenship_certificate", "Dina"],
  ["Parisa Golnarian", "f", "Iranian IRN", "nauru issuance_of_citizenship_certificate"],
  ["Joseph Haddadine", "m", "Lebanese LBN", "vanuatu oath_ceremony_coordination", "Carla, Marc"],
  ["Devika Sundarelli", "f", "Indian IND", "vanuatu national_id_and_birth_registration", "Arun"],
  ["Karim Belhassine", "m", "Algerian DZA", "nauru passport_production", "Ines, Adam"],
  ["Oksana Verbytskova", "f", "Ukrainian UKR", "vanuatu courier", "Lev"],
  ["Tariq Al-Mansouriya", "m", "Jordanian JOR", "vanuatu hold", "Rana, Omar"],
  ["Grace Adeyemika", "f", "Nigerian NGA", "nauru cancelled"],
  ["Hassan Darwishan", "m", "Egyptian EGY", "vanuatu citizen", "Mona, Ziad, Farah"],
  ["Liang Rongwei", "m", "Chinese CHN", "nauru citizen", "Fangyu"],
  ["Zarina Abdukarim", "f", "Kazakhstani KAZ", "vanuatu citizen"],
];

export const furtherFamilies: readonly FurtherFamily[] = lines.map(
  ([name, gender, home, place, others = ""]) => {
    const [program, status] = place.split(" ") as [Program, CaseStatus];
    return {
      firstName: name.slice(0, name.lastIndexOf(" ")),
      lastName: name.slice(name.lastIndexOf(" ") + 1),
      gender: gender === "m" ? "male" : "female",
      nationality: home.slice(0, -4) as Nationality,
      country: home.slice(-3),
      program,
      status,
      others: others === "" ? [] : others.split(", "),
    };
  },
);

/** What a case has gone through before it came to its status. */
export function wayTo(status: CaseStatus): CaseStatus[] {
  const stages = caseStatuses.slice(0, caseStatuses.indexOf("courier") + 1);
  if (status === "hold") return [...stages.slice(0, 3), status];
  if (status === "cancelled") return [...stages.slice(0, 2), status];
  if (status === "citizen") return [...stages, status];
  return stages.slice(0, stages.indexOf(status) + 1);
}
