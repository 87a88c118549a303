import { Suspense, useEffect, useSyncExternalStore } from "react";
import { FetchBoundary } from "./fetch-boundary.tsx";
import { fetched } from "./fetched.tsx";
import { toastStore } from "./toast-store.ts";

export const Toaster = fetched(async () => (await import("./toaster.tsx")).Toaster);

const wasUsed = () => toastStore.read().length > 0;

/**
 * Where toasts appear; stands once around the portal. The toaster is fetched when somebody first touches the page,
 * before anything can happen that has to be told, so that the first visit does not wait for it.
 */
export function ToastOutlet() {
  const isNeeded = useSyncExternalStore(toastStore.subscribe, wasUsed);
  useEffect(() => {
    const fetchEarly = () => Toaster.fetch();
    window.addEventListener("pointerdown", fetchEarly, { once: true });
    window.addEventListener("keydown", fetchEarly, { once: true });
    return () => {
      window.removeEventListener("pointerdown", fetchEarly);
      window.removeEventListener("keydown", fetchEarly);
    };
  }, []);
  return isNeeded ? (
    <FetchBoundary onGiveUp={() => undefined}>
      <Suspense>
        <Toaster />
      </Suspense>
    </FetchBoundary>
  ) : null;
}
