import { type PointerEvent, useEffect, useRef } from "react";

export const HOLD_MS = 500;
/** A finger that goes farther scrolls. */
export const SLIP_PX = 10;

/** What a finger asks for by pressing and holding. Controls inside keep their own press. */
export function useHold(onHold: (() => void) | null) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const start = useRef({ x: 0, y: 0 });
  const giveUp = () => clearTimeout(timer.current);
  useEffect(() => giveUp, []);
  if (onHold === null) return {};
  return {
    onPointerDown: ({ pointerType, target, clientX, clientY }: PointerEvent) => {
      giveUp();
      if (pointerType !== "touch" || (target as Element).closest("button, a")) return;
      start.current = { x: clientX, y: clientY };
      timer.current = setTimeout(onHold, HOLD_MS);
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - start.current.x, clientY - start.current.y) > SLIP_PX) giveUp();
    },
    onPointerUp: giveUp,
    onPointerCancel: giveUp,
  };
}
