import {
  ArrowRight,
  CalendarClock,
  CircleCheck,
  CircleX,
  FilePlus,
  FileUp,
  type LucideIcon,
  MailX,
  MessageSquare,
  ReceiptText,
  UserPlus,
} from "lucide-react";
import { caseStatusOf } from "contract/notification-text";
import type { Notification, NotificationKind } from "contract/notifications";
import { statusTint } from "#web/features/cases/case-look.ts";
import type { Tint } from "#web/ui/tint.ts";

export type Look = Tint & { readonly icon: LucideIcon };

const looks: Record<NotificationKind, Look> = {
  message: { icon: MessageSquare, hue: 222 },
  document_uploaded: { icon: FileUp, hue: 235 },
  document_reviewed: { icon: CircleCheck, hue: 155 },
  item_requested: { icon: FilePlus, hue: 240, chroma: 0.25 },
  status_changed: { icon: ArrowRight, hue: 240 },
  invoice_sent: { icon: ReceiptText, hue: 256 },
  receipt_uploaded: { icon: ReceiptText, hue: 142 },
  invoice_completed: { icon: ReceiptText, hue: 165 },
  assigned: { icon: UserPlus, hue: 160 },
  deadline_near: { icon: CalendarClock, hue: 82 },
  mail_undeliverable: { icon: MailX, hue: 48 },
};

export function notificationLook(told: Notification): Look {
  if (told.kind === "document_reviewed" && told.changes > 0) return { icon: CircleX, hue: 48 };
  const status = caseStatusOf(told);
  const look = looks[told.kind];
  return status === undefined ? look : { ...look, ...statusTint(status) };
}
