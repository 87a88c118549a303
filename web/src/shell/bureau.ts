import { useSyncExternalStore } from "react";

const PLACEHOLDER = /^__.*__$/;

/** The bureau's name: the server writes it into the page (D-167), and an admin may change it while the page is open. */
let name = nameInPage();
const listeners = new Set<() => void>();

export const bureauName = () => name;

export function renameBureau(next: string): void {
  name = next;
  for (const tell of listeners) tell();
}

export function useBureauName(): string {
  return useSyncExternalStore(subscribe, bureauName);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether nobody had an account when the page was fetched. */
export const isFirstDay = () => written("first-day") === "true";

/** How long the papers of a finished case are kept; 0 for as long as the portal stands. */
export const retentionYears = Number(written("retention-years")) || 0;

function written(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";
}

function nameInPage(): string {
  const given = written("bureau-name");
  return given === "" || PLACEHOLDER.test(given) ? "Example Bureau" : given;
}
