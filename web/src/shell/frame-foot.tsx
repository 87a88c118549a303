import { type ReactNode, useSyncExternalStore } from "react";
import { Deferred } from "#web/ui/deferred.tsx";

let part: ReactNode = null;
const listeners = new Set<() => void>();

/** What outlives the screen that has asked for it, such as files being sent, stands at the foot of the frame. */
export function standAtFoot(next: ReactNode): void {
  part = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function FrameFoot() {
  const shown = useSyncExternalStore(subscribe, () => part);
  if (shown === null) return null;
  return (
    <div className="sticky bottom-0 z-30 max-md:bottom-[calc(3.75rem+env(safe-area-inset-bottom))] print:hidden">
      <Deferred needed onGiveUp={() => standAtFoot(null)}>
        {shown}
      </Deferred>
    </div>
  );
}
