import { useQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { Suspense, useState } from "react";
import { createPortal } from "react-dom";
import type { AnswerOf } from "contract/endpoint";
import type { notificationsApi } from "contract/notifications";
import { messages } from "#web/messages/messages.ts";
import type { Fetched } from "#web/ui/fetched.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { useArrivals } from "./use-arrivals.ts";

const text = messages.shell.bell;

const countPath = "/api/notifications/count" satisfies typeof notificationsApi.count.path;

export type CentreProps = { readonly unread: number; readonly onClose: () => void };

type NotificationBellProps = { readonly centre: Fetched<CentreProps> };

/** Whether something has happened; what it was is fetched when somebody comes near. */
export function NotificationBell({ centre: NotificationCentre }: NotificationBellProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useQuery<AnswerOf<typeof notificationsApi.count>>({ queryKey: [countPath] });
  const unread = data?.unread ?? 0;
  const arrived = useArrivals(data?.unread);
  const label = unread > 0 ? text.buttonWithCount(unread) : text.button;
  return (
    <>
      <Popover
        open={isOpen}
        onOpenChange={setIsOpen}
        align="end"
        label={text.button}
        fillsPhone
        className="flex max-h-140 w-100 flex-col"
        trigger={
          <button
            type="button"
            aria-label={label}
            title={label}
            onPointerEnter={NotificationCentre.fetch}
            onFocus={NotificationCentre.fetch}
            className="relative grid size-9 reach place-items-center rounded-md text-muted transition-colors hover:bg-ink/6 hover:text-ink data-[state=open]:bg-ink/6 data-[state=open]:text-ink"
          >
            <Icon of={Bell} size={18} className="max-md:size-5" />
            {unread > 0 ? (
              <span
                aria-hidden
                className="absolute end-1 top-1 size-3 animate-dot-in rounded-full border-2 border-canvas bg-brass"
              />
            ) : null}
          </button>
        }
      >
        <Suspense fallback={<div className="h-60" />}>
          <NotificationCentre unread={unread} onClose={() => setIsOpen(false)} />
        </Suspense>
      </Popover>
      {/* Outside the header: a dialog hides everything but what is live, and with it the header would stay in sight. */}
      {createPortal(
        <p role="status" aria-live="polite" className="sr-only">
          <span key={arrived.turn}>{arrived.words}</span>
        </p>,
        document.body,
      )}
    </>
  );
}
