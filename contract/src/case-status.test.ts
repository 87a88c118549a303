import { expect, it } from "vitest";
import { caseStatuses, caseStatusTexts } from "./case-status.ts";

it(
  "knows the twelve statuses in pipeline order",
  { tags: ["C-DASH-035", "CI-CONST-017..027", "C-CONST-028", "D-034"] },
  () => {
    expect(caseStatuses).toEqual([
      "onboarding",
      "due_diligence_fiu_first_stage",
      "citizenship_application_second_stage",
      "bank_clearance",
      "issuance_of_citizenship_certificate",
      "oath_ceremony_coordination",
      "national_id_and_birth_registration",
      "passport_production",
      "courier",
      "hold",
      "cancelled",
      "citizen",
    ]);
  },
);

it(
  "has a default text for every status but citizen, each its own",
  { tags: ["C-CASE-010", "D-037"] },
  () => {
    const described = caseStatuses.filter((status) => caseStatusTexts[status].description !== null);
    expect(described).toEqual(caseStatuses.filter((status) => status !== "citizen"));
    const texts = described.map((status) => caseStatusTexts[status].description);
    expect(new Set(texts).size).toBe(11);
  },
);

it(
  "names every status, in full and for narrow places, each differently",
  { tags: ["D-036"] },
  () => {
    const labels = caseStatuses.map((status) => caseStatusTexts[status].label);
    const short = caseStatuses.map((status) => caseStatusTexts[status].short);
    expect(new Set(labels).size).toBe(12);
    expect(new Set(short).size).toBe(12);
    expect([...labels, ...short]).not.toContain("");
  },
);
