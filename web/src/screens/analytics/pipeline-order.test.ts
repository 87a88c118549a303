import { expect, it } from "vitest";
import type { TransitionStatistic } from "contract/analytics";
import type { CaseStatus } from "contract/case-status";
import { inPipelineOrder } from "./pipeline-order.ts";

it("the overview reads as a case goes, however often each step was made", () => {
  const step = (fromStatus: CaseStatus, toStatus: CaseStatus): TransitionStatistic => ({
    fromStatus,
    toStatus,
    totalTransitions: 1,
    formattedDuration: "1h",
    avgDays: 0,
    avgHours: 1,
  });
  const rows = [
    step("bank_clearance", "hold"),
    step("courier", "citizen"),
    step("onboarding", "due_diligence_fiu_first_stage"),
    step("bank_clearance", "issuance_of_citizenship_certificate"),
  ];
  const ordered = inPipelineOrder(rows);
  expect(ordered.map(({ fromStatus, toStatus }) => `${fromStatus} ${toStatus}`)).toEqual([
    "onboarding due_diligence_fiu_first_stage",
    "bank_clearance issuance_of_citizenship_certificate",
    "bank_clearance hold",
    "courier citizen",
  ]);
});
