import { type ReactNode, Suspense, useState } from "react";

type DeferredProps = { readonly needed: boolean; readonly children: ReactNode };

/** Mounts a part when it is first needed and keeps it: for dialogs that are fetched when somebody opens them (`lazy`). */
export function Deferred({ needed, children }: DeferredProps) {
  const [wasNeeded, setWasNeeded] = useState(needed);
  if (needed && !wasNeeded) setWasNeeded(true);
  return wasNeeded ? <Suspense>{children}</Suspense> : null;
}
