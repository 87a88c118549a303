/**
 * What has been typed and not saved. Each place that can be left (a tab, a dialog, the page, the window) keeps its own
 * account and tells the place around it, so that each asks for what it would lose, and only for that.
 */
import { createContext, useContext, useEffect, useSyncExternalStore } from "react";

export class UnsavedInput {
  readonly #around: UnsavedInput | null;
  readonly #listeners = new Set<() => void>();
  #count = 0;
  #isGivenUp = false;

  constructor(around: UnsavedInput | null = null) {
    this.#around = around;
  }

  /** From now on something would be lost here; returns what ends it. */
  hold(): () => void {
    const letGoAround = this.#around?.hold();
    this.#add(1);
    return () => {
      this.#add(-1);
      letGoAround?.();
    };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly exists = (): boolean => this.#count > 0 && !this.#isGivenUp;

  /** Whoever leaves has decided, or is somebody else: nobody is asked any more. */
  giveUp(): void {
    this.#isGivenUp = true;
  }

  #add(step: 1 | -1): void {
    this.#count += step;
    for (const listener of this.#listeners) listener();
  }
}

/** What a reload would lose, such as a message that is kept while one looks at another screen. */
export const unsavedInWindow = new UnsavedInput();
/** What goes with the screen. */
export const unsavedOnPage = new UnsavedInput(unsavedInWindow);

/** The place in which a part stands; what is typed there is lost with it. */
export const UnsavedPlace = createContext(unsavedOnPage);

/** For whatever is typed into: says whether there is something to lose. */
export function useUnsaved(isUnsaved: boolean): void {
  useHold(useContext(UnsavedPlace), isUnsaved);
}

export function useHold(place: UnsavedInput, isUnsaved: boolean): void {
  useEffect(() => (isUnsaved ? place.hold() : undefined), [place, isUnsaved]);
}

export function useHasUnsaved(place: UnsavedInput): boolean {
  return useSyncExternalStore(place.subscribe, place.exists);
}

type Answer = (mayDiscard: boolean) => void;
let waiting: Answer | null = null;
const askers = new Set<() => void>();

function put(next: Answer | null): void {
  waiting = next;
  for (const listener of askers) listener();
}

/** Asks 'Discard changes?'; the question itself stands once in the frame. A second question takes the first one's place. */
export function mayDiscard(): Promise<boolean> {
  waiting?.(false);
  return new Promise((resolve) => put(resolve));
}

export const discardQuestion = {
  subscribe: (listener: () => void) => {
    askers.add(listener);
    return () => void askers.delete(listener);
  },
  isOpen: () => waiting !== null,
  answer: (isToDiscard: boolean) => {
    const resolve = waiting;
    put(null);
    resolve?.(isToDiscard);
  },
};
