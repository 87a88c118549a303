import { describe, expect, it } from "vitest";
import { scanSynonyms } from "contract/scan-synonyms";
import { placeScan, splitScanName } from "./scan-names.ts";

const codes = new Set(["vu-1", "vu-1_b", "haddad family"]);
const ofCase = {
  people: [
    { id: 1, fullName: "Amina Haddad", category: "Main Applicant" },
    { id: 2, fullName: "كريم حداد", category: "Spouse" },
    { id: 3, fullName: "Lena Haddad", category: "Dependent Child" },
    { id: 4, fullName: "Sami Haddad", category: "Dependent Child" },
    { id: 5, fullName: "Nadia Haddad", category: "Dependent Resident" },
  ],
  labels: new Map([["certificate of good standing", "employment" as const]]),
};

function readOf(path: string) {
  const split = splitScanName(path, codes);
  if ("unknown" in split) return `No case ${split.unknown}`;
  const { applicantId, category, unknownPerson } = placeScan(split.rest, ofCase);
  return [split.code, applicantId, category, ...(unknownPerson ? [`? ${unknownPerson}`] : [])];
}

describe("the name of a scan", () => {
  it.for<[string, unknown]>([
    ["VU-1/Main/Passport - page 1.jpg", ["vu-1", 1, "passport"]],
    ["vu-1/Spouse/PCC.pdf", ["vu-1", 2, "police-residence"]],
    ["VU-1/Child 2/bc.pdf", ["vu-1", 4, "birth"]],
    ["VU-1/Resident 1/Bank Statements.pdf", ["vu-1", 5, "bank-statement"]],
    ["VU-1/3/police-origin - 2026.pdf", ["vu-1", 3, "police-origin"]],
    ["VU-1/كريم حداد/photos.png", ["vu-1", 2, "photos"]],
    ["VU-1/amina  HADDAD/IMG_0012.jpg", ["vu-1", 1, "uncategorized"]],
    ["VU-1/Main/Certificate of Good Standing.pdf", ["vu-1", 1, "employment"]],
    ["VU-1/passport.pdf", ["vu-1", null, "passport"]],
    ["VU-1/passport (2).pdf", ["vu-1", null, "passport"]],
    ["VU-1/letter.pdf", ["vu-1", null, "uncategorized"]],
    ["VU-1/Passport/front.pdf", ["vu-1", null, "passport"]],
    ["VU-1/Uncle/passport.pdf", ["vu-1", null, "passport", "? Uncle"]],
    ["Scans of May/VU-1/Main/PP.pdf", ["vu-1", 1, "passport"]],
    ["VU-1_Main_PP_front.jpg", ["vu-1", 1, "passport"]],
    ["VU-1_b_Main_PP.jpg", ["vu-1_b", 1, "passport"]],
    ["VU-1_Amina_Haddad_bank_statement_May.pdf", ["vu-1", 1, "bank-statement"]],
    ["VU-1_PP.jpg", ["vu-1", null, "passport"]],
    ["VU-1_2024.pdf", ["vu-1", null, "uncategorized"]],
    ["Haddad family.pdf", ["haddad family", null, "uncategorized"]],
    ["VU-10/Main/PP.pdf", "No case VU-10"],
    ["VU-12_Main_PP.pdf", "No case VU-12"],
    ["passport.pdf", "No case passport"],
  ])("%s", ([path, place]) => {
    expect(readOf(path)).toEqual(place);
  });

  it("knows sixty other words for papers", () => {
    expect(Object.keys(scanSynonyms)).toHaveLength(60);
  });
});
