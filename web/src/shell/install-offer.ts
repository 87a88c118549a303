/** Putting the portal among the apps of a phone, where the browser offers it (notifications.md 11). */
import { useSyncExternalStore } from "react";

declare global {
  interface Window {
    /** What the browser has offered, kept by public/install.js; it can be taken up once. */
    installPrompt?: Event & { readonly prompt: () => Promise<unknown> };
  }
}

const CHANGES = ["installoffer", "appinstalled"];

/** How it can be installed: the browser asks, or a hand in its own menu; null while neither can, or it is installed. */
export function useInstallOffer(): "prompt" | "byHand" | null {
  return useSyncExternalStore(subscribe, offer);
}

export function install(): void {
  void window.installPrompt?.prompt().catch(() => undefined);
  delete window.installPrompt;
  window.dispatchEvent(new Event("installoffer"));
}

function subscribe(listener: () => void): () => void {
  for (const name of CHANGES) window.addEventListener(name, listener);
  return () => {
    for (const name of CHANGES) window.removeEventListener(name, listener);
  };
}

function offer(): "prompt" | "byHand" | null {
  if (window.matchMedia("(display-mode: standalone)").matches) return null;
  if (window.installPrompt !== undefined) return "prompt";
  return isApplePhone() ? "byHand" : null;
}

/** An iPad calls itself a Mac, which has no touch screen. */
function isApplePhone(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad/.test(userAgent) || (userAgent.includes("Macintosh") && maxTouchPoints > 1);
}
