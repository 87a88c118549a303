import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import { type FormEvent, type ReactNode, useContext, useRef, useState } from "react";
import { messages } from "#web/messages/messages.ts";
import { useBackCloses } from "./back-closes.ts";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import { leaveEscapeToControl } from "./own-escape.ts";
import { mayDiscard, UnsavedInput, UnsavedPlace, useHold } from "./unsaved.ts";
import { useFocusReturn } from "./use-focus-return.ts";

export type DialogSize = "sm" | "md" | "lg" | "xl" | "full";

type DialogProps = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  /** Makes body and footer one form, so that a submit button in the footer works. */
  readonly onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  /** Buttons; the last one is the main action. Stays in sight while the body scrolls. */
  readonly footer?: ReactNode;
  /** Beside the title: a badge or a button. */
  readonly titleExtra?: ReactNode;
  readonly size?: DialogSize;
  /** Without padding: for lists and viewers that go to the edge. */
  readonly flush?: boolean;
  /** The body takes the focus, not its first control: for viewers, where the keys are to scroll what is shown. */
  readonly focusesBody?: boolean;
  /** Closes by its buttons alone: a slip beside it must not lose what it shows. */
  readonly stays?: boolean;
  /** While something is being saved the dialog does not close by itself. */
  readonly busy?: boolean;
  /** Something is entered that would be lost: Escape, the cross and a press outside ask before they close. */
  readonly unsaved?: boolean;
  readonly children: ReactNode;
};

const widths: Record<DialogSize, string> = {
  sm: "md:max-w-110",
  md: "md:max-w-140",
  lg: "md:max-w-168",
  xl: "md:max-w-232",
  full: "md:max-w-320 md:h-[calc(var(--visible-height)-4rem)]",
};

/** The blur is worked out anew for every frame: on a machine without a graphics chip that slows whatever is typed. */
export const overlayLook =
  "fixed inset-0 z-50 bg-scrim motion-safe:backdrop-blur-[3px] data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in";

const sheetOnPhones =
  "max-md:inset-x-0 max-md:bottom-(--keyboard) max-md:max-h-[calc(0.92*var(--visible-height))] max-md:safe-x max-md:rounded-t-xl max-md:data-[state=closed]:animate-sheet-out max-md:data-[state=open]:animate-sheet-in";
const centred =
  "md:inset-x-0 md:top-(--visible-top) md:bottom-(--keyboard) md:m-auto md:h-fit md:max-h-[calc(var(--visible-height)-4rem)] md:w-[calc(100vw-4rem-env(safe-area-inset-left)-env(safe-area-inset-right))] md:rounded-xl md:data-[state=closed]:animate-dialog-out md:data-[state=open]:animate-dialog-in";

/** In the middle of the screen, on phones a sheet from the bottom. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  onSubmit,
  footer,
  titleExtra,
  size = "md",
  flush = false,
  focusesBody = false,
  stays = false,
  busy = false,
  unsaved = false,
  children,
}: DialogProps) {
  const { rememberOpener, returnFocus } = useFocusReturn();
  const scroller = useRef<HTMLDivElement>(null);
  const around = useContext(UnsavedPlace);
  const [place] = useState(() => new UnsavedInput(around));
  useHold(place, open && unsaved);
  const change = (next: boolean) => {
    if (busy && !next) return;
    if (next || !place.exists()) onOpenChange(next);
    else void mayDiscard().then((isGivenUp) => (isGivenUp ? onOpenChange(false) : undefined));
  };
  useBackCloses(open, () => (stays ? undefined : change(false)));
  const takeFocus = (event: Event) => {
    rememberOpener();
    if (!focusesBody) return;
    event.preventDefault();
    scroller.current?.focus();
  };
  const body = (
    <>
      <div
        ref={scroller}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={focusesBody ? 0 : undefined}
        className={classes(
          // Its basis is its content: a basis of 0 makes WebKit's dialogs, as high as their content, collapse.
          "min-h-0 flex-auto overflow-y-auto overscroll-contain outline-offset-[-2px]",
          !flush && "px-6 py-5",
        )}
      >
        {children}
      </div>
      {footer === undefined ? null : (
        <div className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-t border-line bg-canvas px-6 py-3.5 max-md:pb-[max(0.875rem,env(safe-area-inset-bottom))]">
          {footer}
        </div>
      )}
    </>
  );
  return (
    <Primitive.Root open={open} onOpenChange={change}>
      <Primitive.Portal>
        <Primitive.Overlay className={overlayLook} />
        <Primitive.Content
          onOpenAutoFocus={takeFocus}
          onCloseAutoFocus={returnFocus}
          onInteractOutside={stays ? (event) => event.preventDefault() : undefined}
          onEscapeKeyDown={stays ? (event) => event.preventDefault() : leaveEscapeToControl}
          {...(description === undefined ? { "aria-describedby": undefined } : {})}
          className={classes(
            "fixed z-50 flex flex-col overflow-hidden bg-raised text-ink shadow-overlay outline-none",
            sheetOnPhones,
            centred,
            widths[size],
          )}
        >
          <header className="shrink-0 border-b border-line py-4.5 ps-6 pe-16">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Primitive.Title className="text-lg font-semibold">{title}</Primitive.Title>
              {titleExtra}
            </div>
            {description === undefined ? null : (
              <Primitive.Description className="mt-0.5 text-sm text-muted">
                {description}
              </Primitive.Description>
            )}
          </header>
          <UnsavedPlace value={place}>
            {onSubmit === undefined ? body : <DialogForm onSubmit={onSubmit}>{body}</DialogForm>}
          </UnsavedPlace>
          <CloseButton />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

type DialogFormProps = Required<Pick<DialogProps, "onSubmit" | "children">>;

function DialogForm({ onSubmit, children }: DialogFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    // React lets the event climb out of the portal: a form around the dialog must not be sent along.
    event.stopPropagation();
    onSubmit(event);
  };
  return (
    <form noValidate onSubmit={submit} className="flex min-h-0 flex-auto flex-col">
      {children}
    </form>
  );
}

/** Last in the order of the Tab key, so that the first field takes the focus when the dialog opens. */
export function CloseButton() {
  return (
    <Primitive.Close
      aria-label={messages.ui.close}
      title={messages.ui.close}
      className="absolute reach end-3.5 top-3.5 grid size-9 place-items-center rounded-md text-muted transition-colors hover:bg-ink/6 hover:text-ink"
    >
      <Icon of={X} size={18} />
    </Primitive.Close>
  );
}
