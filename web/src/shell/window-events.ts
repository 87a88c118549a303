import { useEffect, useEffectEvent } from "react";

/** Window events by which the frame asks a screen for something (C:40, D-065). */
declare global {
  interface WindowEventMap {
    openCreateCase: CustomEvent<undefined>;
    openCaseChat: CustomEvent<{ readonly caseId: string }>;
  }
}

let isCreationWaiting = false;

/** Asks the dashboard for its create dialog. When another screen is open the wish waits until the dashboard is there. */
export function requestCreateCase(goToDashboard: () => void): void {
  if (location.pathname === "/") {
    window.dispatchEvent(new CustomEvent("openCreateCase"));
    return;
  }
  isCreationWaiting = true;
  goToDashboard();
}

/** For the dashboard: opens the create dialog when somebody asks for it. */
export function useCreateCaseRequest(open: () => void): void {
  const answer = useEffectEvent(open);
  useEffect(() => {
    const hear = () => answer();
    window.addEventListener("openCreateCase", hear);
    if (isCreationWaiting) {
      isCreationWaiting = false;
      hear();
    }
    return () => window.removeEventListener("openCreateCase", hear);
  }, []);
}

export function requestCaseChat(caseId: string): void {
  window.dispatchEvent(new CustomEvent("openCaseChat", { detail: { caseId } }));
}

/** For the case screen: opens the chat when it is asked for this case; requests for other cases are ignored. */
export function useCaseChatRequest(caseId: string, open: () => void): void {
  const answer = useEffectEvent(open);
  useEffect(() => {
    const hear = (event: WindowEventMap["openCaseChat"]) => {
      if (event.detail.caseId === caseId) answer();
    };
    window.addEventListener("openCaseChat", hear);
    return () => window.removeEventListener("openCaseChat", hear);
  }, [caseId]);
}
