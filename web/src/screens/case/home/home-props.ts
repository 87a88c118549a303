/** What the parts of the home are given. */
import type { CaseFile } from "contract/cases";
import type { Home } from "contract/homes";
import type { Captures } from "#web/features/captures/use-captures.ts";

export type HomeProps = {
  readonly caseFile: Pick<CaseFile, "caseId" | "status">;
  readonly home: Home;
  readonly captures: Captures;
  readonly onChat: () => void;
};
