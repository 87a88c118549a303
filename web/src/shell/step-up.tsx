import { lazy, Suspense, useSyncExternalStore } from "react";
import { stepUpQuestion } from "#web/api/step-up.ts";

const StepUpDialog = lazy(async () => ({
  default: (await import("./step-up-dialog.tsx")).StepUpDialog,
}));

/** Over whatever is open: something dangerous was pressed, and the session's last proof is old (D-185). */
export function StepUp() {
  const isAsked = useSyncExternalStore(stepUpQuestion.subscribe, stepUpQuestion.read);
  return <Suspense>{isAsked ? <StepUpDialog /> : null}</Suspense>;
}
