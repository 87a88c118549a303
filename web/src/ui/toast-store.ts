import type { ReactNode } from "react";

export type ToastVariant = "success" | "destructive" | "info";

export type ToastMessage = {
  readonly title: string;
  readonly description?: ReactNode;
  /** `success` unless said otherwise. */
  readonly variant?: ToastVariant;
  readonly duration?: number;
  /** One thing to do about it, as taking it back. */
  readonly action?: { readonly label: string; readonly onPress: () => void };
};

export type ShownToast = ToastMessage & { readonly id: number; readonly open: boolean };

/** C:240. A closed toast stays in the list for its way out, and until the next one takes its place. */
const TOAST_LIMIT = 1;
export const TOAST_REMOVE_DELAY_MS = 1_000_000;
export const TOAST_DURATION_MS = 5000;

let shown: readonly ShownToast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function show(next: readonly ShownToast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Tells the person what happened. Callable from anywhere; a new toast replaces the old one. */
export function toast(message: ToastMessage): void {
  lastId += 1;
  show([{ ...message, id: lastId, open: true }, ...shown].slice(0, TOAST_LIMIT));
}

export function closeToast(id: number): void {
  show(shown.map((each) => (each.id === id ? { ...each, open: false } : each)));
  setTimeout(() => show(shown.filter((each) => each.id !== id)), TOAST_REMOVE_DELAY_MS);
}

export const toastStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  read: () => shown,
};
