import type { Program } from "contract/case-parts";
import { type CaseStatus, caseStatuses } from "contract/case-status";
import type { RingShape } from "#web/ui/ring-glyph.tsx";
import type { Tint } from "#web/ui/tint.ts";

/** One hue per status; colour carries the status and nothing else (C:104). */
const statusTints: Record<CaseStatus, Tint> = {
  onboarding: { hue: 240, chroma: 0.25 },
  due_diligence_fiu_first_stage: { hue: 235 },
  citizenship_application_second_stage: { hue: 260 },
  bank_clearance: { hue: 285 },
  issuance_of_citizenship_certificate: { hue: 310 },
  oath_ceremony_coordination: { hue: 340 },
  national_id_and_birth_registration: { hue: 48 },
  passport_production: { hue: 120 },
  courier: { hue: 190 },
  hold: { hue: 82 },
  cancelled: { hue: 25 },
  citizen: { hue: 155 },
};

export function statusTint(status: CaseStatus): Tint {
  return statusTints[status];
}

/** The nine statuses that a case passes on its way; hold, cancelled and citizen stand beside it. */
export const stages = caseStatuses.slice(0, 9);

/** How far a case has come: 1 to 9 of nine segments, 9 for a citizen, null where the way is interrupted. */
export function stageNumber(status: CaseStatus): number | null {
  if (status === "citizen") return stages.length;
  const index = stages.indexOf(status);
  return index === -1 ? null : index + 1;
}

/** A ring that fills by pipeline position, so that a status is never told by colour alone. */
export function statusShape(status: CaseStatus): RingShape {
  if (status === "onboarding") return "dashed";
  if (status === "hold") return "pause";
  if (status === "cancelled") return "cross";
  if (status === "citizen") return "check";
  return { share: stages.indexOf(status) / (stages.length - 1) };
}

export const programTints: Record<Program, Tint> = {
  vanuatu: { hue: 160 },
  nauru: { hue: 258 },
};
