/** What the parts of the home are given. */
import type { CaseFile } from "contract/cases";
import type { Home, NeededItem } from "contract/homes";

/** What a file is sent for. */
export type CaptureTarget = {
  /** The code of the case. */
  readonly caseId: string;
  readonly label: string;
  readonly upload: NeededItem["upload"];
};

export type Sending = {
  readonly takePhoto: (target: CaptureTarget) => void;
  readonly chooseFile: (target: CaptureTarget) => void;
};

export type HomeProps = {
  readonly caseFile: Pick<CaseFile, "caseId" | "status">;
  readonly home: Home;
  readonly sending: Sending;
  readonly onChat: () => void;
};
