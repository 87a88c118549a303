import { useEffect, useState } from "react";
import { HOLD_MS, SLIP_PX } from "./use-hold.ts";

/** So that the finger does not cover it. */
const ABOVE_FINGER_PX = 48;

type Hint = { readonly text: string; readonly x: number; readonly y: number };

/** What a mouse learns by hovering, a finger learns by holding: the title, or the name of an icon. */
export function TouchHint() {
  const [hint, setHint] = useState<Hint | null>(null);
  useEffect(() => listenForHolding(setHint), []);
  if (hint === null) return null;
  return (
    <div
      role="tooltip"
      style={{ top: Math.max(8, hint.y - ABOVE_FINGER_PX), left: hint.x }}
      className="pointer-events-none fixed z-100 max-w-72 -translate-x-1/2 -translate-y-full animate-pop-in rounded-sm bg-ink px-2 py-1 text-xs font-medium break-words text-canvas shadow-overlay"
    >
      {hint.text}
    </div>
  );
}

function listenForHolding(show: (hint: Hint | null) => void): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const listen = <Type extends keyof DocumentEventMap>(
    type: Type,
    listener: (event: DocumentEventMap[Type]) => void,
  ) => document.addEventListener(type, listener, { capture: true, signal });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let start = { x: 0, y: 0 };
  let isShown = false;
  const giveUp = () => clearTimeout(timer);

  listen("pointerdown", (event) => {
    giveUp();
    show(null);
    isShown = false;
    const text = event.pointerType === "touch" ? hintOf(event.target) : null;
    if (text === null) return;
    start = { x: event.clientX, y: event.clientY };
    timer = setTimeout(() => {
      isShown = true;
      show({ text, ...start });
    }, HOLD_MS);
  });
  listen("pointermove", ({ clientX, clientY }) => {
    if (Math.hypot(clientX - start.x, clientY - start.y) > SLIP_PX) giveUp();
  });
  listen("pointerup", giveUp);
  listen("pointercancel", giveUp);
  listen("scroll", () => show(null));
  // Holding a button shows its name; letting go must not press it.
  listen("click", (event) => {
    if (!isShown) return;
    isShown = false;
    event.preventDefault();
    event.stopPropagation();
  });
  return () => {
    giveUp();
    ending.abort();
  };
}

function hintOf(target: EventTarget | null): string | null {
  if (!(target instanceof Element)) return null;
  const titled = target.closest("[title]");
  const named = target.closest("button[aria-label], a[aria-label]");
  return titled?.getAttribute("title") || named?.getAttribute("aria-label") || null;
}
