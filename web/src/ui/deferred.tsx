import { type ReactNode, Suspense, useState } from "react";
import { FetchBoundary } from "./fetch-boundary.tsx";
import { Spinner } from "./spinner.tsx";

type DeferredProps = {
  readonly needed: boolean;
  /** It could not be fetched, and is not waited for any more. */
  readonly onGiveUp: () => void;
  /** While it is being fetched; a veil unless said otherwise. */
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
};

/** Mounts a part when it is first needed and keeps it: for dialogs that are fetched when somebody opens them (`fetched`). */
export function Deferred({ needed, onGiveUp, fallback = <Veil />, children }: DeferredProps) {
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

/** Comes after a moment: what arrives at once does not flash. */
function Veil() {
  return (
    <Spinner className="fixed inset-0 z-50 animate-fade-in bg-scrim text-on-primary [animation-delay:150ms] [animation-fill-mode:backwards]" />
  );
}
