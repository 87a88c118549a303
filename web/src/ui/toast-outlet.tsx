import { lazy, Suspense, useEffect, useSyncExternalStore } from "react";
import { toastStore } from "./toast-store.ts";

const load = () => import("./toaster.tsx");
const Toaster = lazy(async () => ({ default: (await load()).Toaster }));

const wasUsed = () => toastStore.read().length > 0;

/**
 * Where toasts appear; stands once around the portal. The toaster is fetched when somebody first touches the page,
 * before anything can happen that has to be told, so that the first visit does not wait for it.
 */
export function ToastOutlet() {
  const isNeeded = useSyncExternalStore(toastStore.subscribe, wasUsed);
  useEffect(() => {
    const fetchEarly = () => void load();
    window.addEventListener("pointerdown", fetchEarly, { once: true });
    window.addEventListener("keydown", fetchEarly, { once: true });
    return () => {
      window.removeEventListener("pointerdown", fetchEarly);
      window.removeEventListener("keydown", fetchEarly);
    };
  }, []);
  return isNeeded ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null;
}
