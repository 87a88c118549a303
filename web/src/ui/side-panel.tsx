import { Dialog as Primitive } from "radix-ui";
import type { ReactNode, RefObject } from "react";
import { useBackCloses } from "./back-closes.ts";
import { CloseButton } from "./dialog.tsx";
import { leaveEscapeToControl } from "./own-escape.ts";
import { useFocusReturn } from "./use-focus-return.ts";

type SidePanelProps = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: ReactNode;
  /** A line under the title: badges, an id. */
  readonly meta?: ReactNode;
  /** Stays at the bottom, for a message box. */
  readonly footer?: ReactNode;
  /** The body; it scrolls by itself unless `ownScroll` is set. */
  readonly children: ReactNode;
  readonly ownScroll?: boolean;
  /** What takes the focus when the panel opens. Not on touch screens, where a text box would call the keyboard up. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
};

/** A panel at the end of the screen, on phones the whole screen. */
export function SidePanel({
  open,
  onOpenChange,
  title,
  meta,
  footer,
  children,
  ownScroll = false,
  initialFocus,
}: SidePanelProps) {
  const { rememberOpener, returnFocus } = useFocusReturn();
  useBackCloses(open, () => onOpenChange(false));
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-50 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <Primitive.Content
          data-side-panel
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            rememberOpener();
            if (!initialFocus?.current) return;
            event.preventDefault();
            // On a touch screen a field would bring up the keyboard: there the panel itself takes the focus.
            const panel = event.currentTarget as HTMLElement;
            const hasPointer = window.matchMedia("(hover: hover)").matches;
            (hasPointer ? initialFocus.current : panel).focus();
          }}
          onCloseAutoFocus={returnFocus}
          onEscapeKeyDown={leaveEscapeToControl}
          className="fixed top-(--visible-top) bottom-(--keyboard) end-0 z-50 flex w-full border-r-[length:env(safe-area-inset-right)] border-raised flex-col bg-raised text-ink shadow-overlay outline-none data-[state=closed]:animate-panel-out data-[state=open]:animate-panel-in md:w-110"
        >
          <header className="shrink-0 border-b border-line py-4 ps-5 pe-16">
            <Primitive.Title className="truncate text-md font-semibold">{title}</Primitive.Title>
            {meta === undefined ? null : (
              <div className="mt-1 flex flex-wrap items-center gap-2 text-xs text-muted">
                {meta}
              </div>
            )}
          </header>
          {ownScroll ? (
            <div className="flex min-h-0 flex-1 flex-col">{children}</div>
          ) : (
            <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-5">{children}</div>
          )}
          {footer === undefined ? null : (
            <footer className="shrink-0 border-t border-line p-2.5 pb-[max(0.5rem,env(safe-area-inset-bottom))]">
              {footer}
            </footer>
          )}
          <CloseButton />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
