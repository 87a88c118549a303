import { type ReactNode, Suspense, useEffect, useState } from "react";
import { FetchBoundary } from "./fetch-boundary.tsx";
import { Spinner } from "./spinner.tsx";
import { lastingElement } from "./use-focus-return.ts";

type DeferredProps = {
  readonly needed: boolean;
  /** It could not be fetched, and is not waited for any more. */
  readonly onGiveUp: () => void;
  /** While it is being fetched; unless said otherwise, the button that has asked for it waits. */
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
};

/** Mounts a part when it is first needed and keeps it: for dialogs that are fetched when somebody opens them (`fetched`). */
export function Deferred({ needed, onGiveUp, fallback = <Waiting />, children }: DeferredProps) {
  const [wasNeeded, setWasNeeded] = useState(needed);
  if (needed && !wasNeeded) setWasNeeded(true);
  if (!wasNeeded) return null;
  const giveUp = () => {
    setWasNeeded(false);
    onGiveUp();
  };
  return (
    <FetchBoundary onGiveUp={giveUp}>
      <Suspense fallback={needed ? fallback : null}>{children}</Suspense>
    </FetchBoundary>
  );
}

/** What arrives at once does not flash. */
const SILENT_MS = 150;

/** The button that was pressed turns a ring; where none is known, a veil lies over the page. */
function Waiting() {
  const [opener] = useState(
    () => lastingElement(document.activeElement)?.closest("button") ?? null,
  );
  useEffect(() => {
    if (opener === null) return undefined;
    const timer = setTimeout(() => opener.setAttribute("aria-busy", "true"), SILENT_MS);
    return () => {
      clearTimeout(timer);
      opener.removeAttribute("aria-busy");
    };
  }, [opener]);
  if (opener !== null) return null;
  return (
    <Spinner className="fixed inset-0 z-50 animate-fade-in bg-scrim text-on-primary [animation-delay:150ms] [animation-fill-mode:backwards]" />
  );
}
