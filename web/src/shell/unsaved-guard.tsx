import { useRouter } from "@tanstack/react-router";
import { useEffect, useSyncExternalStore } from "react";
import { Deferred } from "#web/ui/deferred.tsx";
import { fetched } from "#web/ui/fetched.tsx";
import {
  discardQuestion,
  mayDiscard,
  unsavedInWindow,
  unsavedOnPage,
  useHasUnsaved,
} from "#web/ui/unsaved.ts";

export const DiscardQuestion = fetched(
  async () => (await import("#web/ui/discard-question.tsx")).DiscardQuestion,
);

/** Nothing typed is lost without a question: the portal asks before another screen, the browser before a reload. */
export function UnsavedGuard() {
  useLeavingQuestion();
  const isAsked = useSyncExternalStore(discardQuestion.subscribe, discardQuestion.isOpen);
  return (
    <Deferred needed={isAsked} onGiveUp={() => discardQuestion.answer(false)}>
      <DiscardQuestion />
    </Deferred>
  );
}

function useLeavingQuestion(): void {
  const { history } = useRouter();
  const isUnsaved = useHasUnsaved(unsavedInWindow);
  useEffect(() => {
    if (!isUnsaved) return undefined;
    return history.block({
      // Another tab or filter of the same screen keeps what is typed.
      blockerFn: async ({ currentLocation, nextLocation }) =>
        currentLocation.pathname !== nextLocation.pathname &&
        unsavedOnPage.exists() &&
        !(await mayDiscard()),
      enableBeforeUnload: () => unsavedInWindow.exists(),
    });
  }, [history, isUnsaved]);
}
