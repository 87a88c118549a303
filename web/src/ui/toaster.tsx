import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { Toast as Primitive } from "radix-ui";
import { useSyncExternalStore } from "react";
import { messages } from "#web/messages/messages.ts";
import { closeTopmost } from "./back-closes.ts";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { leaveEscapeToControl } from "./own-escape.ts";
import {
  closeToast,
  type ShownToast,
  TOAST_DURATION_MS,
  toastStore,
  type ToastVariant,
} from "./toast-store.ts";

const SWIPE_THRESHOLD = 50;
const HOTKEY = ["F8"];

const marks: Record<ToastVariant, { readonly icon: typeof Info; readonly colour: string }> = {
  success: { icon: CircleCheck, colour: "text-ok" },
  destructive: { icon: CircleAlert, colour: "text-danger" },
  info: { icon: Info, colour: "text-accent" },
};

/** The region of the toasts; F8 moves the focus here. */
export function Toaster() {
  const shown = useSyncExternalStore(toastStore.subscribe, toastStore.read);
  return (
    <Primitive.Provider
      duration={TOAST_DURATION_MS}
      swipeDirection="right"
      swipeThreshold={SWIPE_THRESHOLD}
    >
      {shown.map((each) => (
        <ToastCard key={each.id} toast={each} />
      ))}
      <Primitive.Viewport
        hotkey={HOTKEY}
        label={messages.ui.notifications}
        className="fixed start-(--toast-start,0px) bottom-(--toast-rise,0px) z-100 flex w-full flex-col gap-2 p-4 outline-none print:hidden max-md:bottom-[calc(3.75rem+env(safe-area-inset-bottom))] md:w-100"
      />
    </Primitive.Provider>
  );
}

/** A toast lies above everything, yet Escape is meant for the dialog below it; in the toast itself it closes the toast. */
function leaveEscapeToTopmost(event: KeyboardEvent): void {
  const isAtToast =
    event.target instanceof Element && event.target.closest("[role=region]") !== null;
  if (isAtToast) return;
  leaveEscapeToControl(event);
  if (event.defaultPrevented || !closeTopmost()) return;
  event.preventDefault();
}

function ToastCard({ toast }: { readonly toast: ShownToast }) {
  const { icon, colour } = marks[toast.variant ?? "success"];
  return (
    <Primitive.Root
      open={toast.open}
      onOpenChange={(open) => (open ? undefined : closeToast(toast.id))}
      duration={toast.duration}
      onEscapeKeyDown={leaveEscapeToTopmost}
      type={toast.variant === "destructive" ? "foreground" : "background"}
      className="flex items-start gap-3 rounded-lg border border-line bg-raised py-3 ps-3.5 pe-2.5 text-ink shadow-overlay data-[state=closed]:animate-fade-out data-[state=open]:animate-toast-in data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=end]:animate-swipe-out data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)"
    >
      <Icon of={icon} size={18} className={`mt-px ${colour}`} />
      <div className="min-w-0 flex-1">
        <Primitive.Title className="text-sm font-semibold">{toast.title}</Primitive.Title>
        {toast.description === undefined ? null : (
          <Primitive.Description className="mt-0.5 text-sm break-words text-muted">
            {toast.description}
          </Primitive.Description>
        )}
      </div>
      {toast.action === undefined ? null : (
        <Primitive.Action asChild altText={toast.action.label}>
          <Button variant="secondary" size="sm" onClick={toast.action.onPress}>
            {toast.action.label}
          </Button>
        </Primitive.Action>
      )}
      <Primitive.Close
        aria-label={messages.ui.close}
        className="relative grid size-7 shrink-0 reach place-items-center rounded-sm text-muted hover:bg-ink/6 hover:text-ink"
      >
        <Icon of={X} />
      </Primitive.Close>
    </Primitive.Root>
  );
}
