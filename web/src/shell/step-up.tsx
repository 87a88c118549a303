import { Suspense, useSyncExternalStore } from "react";
import { stepUpQuestion } from "#web/api/step-up.ts";
import { FetchBoundary } from "#web/ui/fetch-boundary.tsx";
import { fetched } from "#web/ui/fetched.tsx";

export const StepUpDialog = fetched(
  async () => (await import("./step-up-dialog.tsx")).StepUpDialog,
);

/** Over whatever is open: something dangerous was pressed, and the session's last proof is old (D-185). */
export function StepUp() {
  const isAsked = useSyncExternalStore(stepUpQuestion.subscribe, stepUpQuestion.read);
  return isAsked ? (
    <FetchBoundary onGiveUp={() => stepUpQuestion.end(false)}>
      <Suspense>
        <StepUpDialog />
      </Suspense>
    </FetchBoundary>
  ) : null;
}
