import { type CaseStatus, caseStatusTexts } from "contract/case-status";
import { messages } from "#web/messages/messages.ts";
import { classes } from "#web/ui/classes.ts";
import { tintStyle } from "#web/ui/tint.ts";
import { stageNumber, stages, statusTint } from "./case-look.ts";

/** Nine segments, filled as far as the case has come. */
export function StageBar({ status }: { readonly status: CaseStatus }) {
  const reached = stageNumber(status);
  const filled = reached ?? stages.length;
  return (
    <div
      role="img"
      aria-label={messages.cases.stageOf(caseStatusTexts[status].label)}
      style={tintStyle(statusTint(status))}
      className="tinted flex gap-1"
    >
      {stages.map((stage, index) => (
        <span
          key={stage}
          className={classes(
            "h-1 flex-1 rounded-full",
            index < filled ? "bg-tint-dot" : "bg-ink/10",
            reached === null && "opacity-45",
          )}
        />
      ))}
    </div>
  );
}
