import { type CaseStatus, caseStatusTexts } from "contract/case-status";
import { HueBadge } from "#web/ui/badge.tsx";
import { RingGlyph } from "#web/ui/ring-glyph.tsx";
import { statusShape, statusTint } from "./case-look.ts";

export function StatusGlyph({
  status,
  size,
}: {
  readonly status: CaseStatus;
  readonly size?: number;
}) {
  return <RingGlyph {...statusTint(status)} shape={statusShape(status)} size={size} />;
}

export function StatusBadge({ status }: { readonly status: CaseStatus }) {
  return (
    <HueBadge {...statusTint(status)} mark={<StatusGlyph status={status} size={14} />}>
      {caseStatusTexts[status].label}
    </HueBadge>
  );
}
