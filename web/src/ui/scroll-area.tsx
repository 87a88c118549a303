import { ScrollArea as Primitive } from "radix-ui";
import type { ReactNode, Ref } from "react";
import { classes } from "./classes.ts";
import { styleNonce } from "./csp-nonce.ts";

const HIDE_DELAY_MS = 600;

type ScrollAreaProps = {
  /** What scrolls here, for keyboard and screen reader. */
  readonly label: string;
  /** Give it a height or a maximum height. */
  readonly className?: string;
  readonly viewportClassName?: string;
  /** What scrolls, for lists of which only a part is in the document. */
  readonly viewportRef?: Ref<HTMLDivElement>;
  /** Called when little is left to scroll. */
  readonly onNearEnd?: (() => void) | null;
  readonly children: ReactNode;
};

/** A part that scrolls by itself with a thin bar that goes away (C:244). */
export function ScrollArea({
  label,
  className,
  viewportClassName,
  viewportRef,
  onNearEnd,
  children,
}: ScrollAreaProps) {
  return (
    <Primitive.Root
      scrollHideDelay={HIDE_DELAY_MS}
      className={classes("relative flex flex-col overflow-hidden", className)}
    >
      <Primitive.Viewport
        ref={viewportRef}
        nonce={styleNonce}
        role="region"
        aria-label={label}
        tabIndex={0}
        onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
          if (scrollTop + 2 * clientHeight >= scrollHeight) onNearEnd?.();
        }}
        className={classes(
          "min-h-0 w-full flex-1 outline-offset-[-2px] [&>div]:block!",
          viewportClassName,
        )}
      >
        {children}
      </Primitive.Viewport>
      <Primitive.Scrollbar orientation="vertical" className="flex w-2 touch-none p-0.5 select-none">
        <Primitive.Thumb className="relative flex-1 rounded-full bg-field" />
      </Primitive.Scrollbar>
    </Primitive.Root>
  );
}
