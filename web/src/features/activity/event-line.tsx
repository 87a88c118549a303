import {
  ArrowRightLeft,
  Download,
  FilePlus2,
  FileX2,
  MessageSquare,
  Pencil,
  Plus,
  Receipt,
  type LucideIcon,
  UserPlus,
} from "lucide-react";
import type { AuditAction, AuditEvent } from "contract/activity";
import { formatDateTime, formatRelativeTime } from "#web/format/time.ts";
import { messages } from "#web/messages/messages.ts";
import { Icon } from "#web/ui/icon.tsx";
import { actorName, eventSentence, isToldAlone } from "./event-sentence.ts";

const icons: Record<AuditAction, LucideIcon> = {
  create: Plus,
  update: Pencil,
  upload: FilePlus2,
  delete: FileX2,
  download: Download,
  status_change: ArrowRightLeft,
  assign: UserPlus,
  comment: MessageSquare,
  invoice_create: Receipt,
  invoice_update: Receipt,
  payment_receipt_generate: Receipt,
};

export function EventLine({ event }: { readonly event: AuditEvent }) {
  return (
    <li className="flex gap-3 text-sm">
      <span className="grid size-7 shrink-0 place-items-center rounded-full border border-line bg-sunken text-muted">
        <Icon of={icons[event.action]} size={14} />
      </span>
      <div className="min-w-0 flex-1 pt-0.5">
        <p className="break-words" dir="auto">
          {isToldAlone(event) ? null : (
            <>
              <span className="font-medium">{actorName(event)}</span>{" "}
            </>
          )}
          {eventSentence(event)}
          {event.token !== undefined && ` ${messages.activity.byToken(event.token)}`}
        </p>
        <time
          dateTime={event.createdAt}
          title={formatDateTime(event.createdAt)}
          className="text-xs text-muted"
        >
          {formatRelativeTime(event.createdAt)}
        </time>
      </div>
    </li>
  );
}
