import type { InvoiceStage, InvoiceStatus } from "contract/invoices";
import { HueBadge, StageBadge } from "#web/ui/badge.tsx";
import { stageHues, statusHues } from "./invoice-look.ts";

export function InvoiceStatusBadge({
  status,
  label = status,
}: {
  readonly status: InvoiceStatus;
  readonly label?: string;
}) {
  return <HueBadge hue={statusHues[status]}>{label}</HueBadge>;
}

export function InvoiceStageBadge({ stage }: { readonly stage: InvoiceStage }) {
  return <StageBadge hue={stageHues[stage]}>{stage}</StageBadge>;
}
