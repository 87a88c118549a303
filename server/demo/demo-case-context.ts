import type { ApplicantRow } from "#server/database/tables/applicants.ts";
import type { CaseRow } from "#server/database/tables/cases.ts";
import type { DemoPeople } from "./demo-accounts.ts";
import type { DemoCase } from "./demo-bureau.ts";
import type { DemoActivity } from "./demo-events.ts";

/** What every part of a case needs to know. */
export type DemoCaseContext = {
  demoCase: DemoCase;
  caseFile: CaseRow;
  people: DemoPeople;
  applicants: ReadonlyMap<string, ApplicantRow>;
  activity: DemoActivity;
};
