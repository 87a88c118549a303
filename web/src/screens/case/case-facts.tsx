import type { ReactNode } from "react";
import { caseStatuses, caseStatusTexts } from "contract/case-status";
import type { CaseFile } from "contract/cases";
import { CaseCodeField } from "#web/features/cases/case-code-field.tsx";
import { useUpdateStatus } from "#web/features/cases/cases.queries.ts";
import { StageBar } from "#web/features/cases/stage-bar.tsx";
import { StatusBadge, StatusGlyph } from "#web/features/cases/status-badge.tsx";
import { formatDate } from "#web/format/time.ts";
import { messages } from "#web/messages/messages.ts";
import { cardLook } from "#web/ui/card.tsx";
import { Select } from "#web/ui/select.tsx";

const texts = messages.caseScreen.facts;

type CaseFactsProps = {
  readonly caseFile: CaseFile;
  readonly canChangeStatus: boolean;
  readonly onCodeChanged: (caseCode: string) => void;
};

export function CaseFacts({ caseFile, canChangeStatus, onCodeChanged }: CaseFactsProps) {
  return (
    <section className={`${cardLook} mb-6 overflow-clip`}>
      <div className="px-5 pt-4">
        <StageBar status={caseFile.status} />
      </div>
      <dl className="grid grid-cols-[minmax(0,2fr)_repeat(4,minmax(0,1fr))] gap-x-6 gap-y-4 px-5 py-4 max-lg:grid-cols-3 max-md:grid-cols-2">
        <Fact label={texts.status} className="max-lg:col-span-full">
          {canChangeStatus ? (
            <StatusSelect caseFile={caseFile} />
          ) : (
            <StatusBadge status={caseFile.status} />
          )}
        </Fact>
        <Fact label={texts.applicants}>
          <span className="tabular">{caseFile.numberOfApplicants}</span>
        </Fact>
        <Fact label={texts.nationality}>{caseFile.nationality ?? "–"}</Fact>
        <Fact label={texts.created}>{formatDate(caseFile.createdAt)}</Fact>
        <Fact label={texts.caseCode}>
          {canChangeStatus ? (
            <CaseCodeField caseFile={caseFile} labelHidden onChanged={onCodeChanged} />
          ) : (
            <span className="break-words tabular">{caseFile.caseId}</span>
          )}
        </Fact>
      </dl>
    </section>
  );
}

type FactProps = {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
};

function Fact({ label, className, children }: FactProps) {
  return (
    <div className={className}>
      <dt className="mb-1 text-xs text-muted">{label}</dt>
      <dd className="flex h-7 items-center text-base font-medium">{children}</dd>
    </div>
  );
}

/** Any status may follow any other (C:104, D-066). */
function StatusSelect({ caseFile }: { readonly caseFile: CaseFile }) {
  const update = useUpdateStatus();
  return (
    <Select
      look="bare"
      label={texts.status}
      value={caseFile.status}
      disabled={update.isPending}
      onValueChange={(status) => update.mutate({ caseFile, status })}
      options={caseStatuses.map((status) => ({
        value: status,
        label: caseStatusTexts[status].label,
        mark: <StatusGlyph status={status} />,
      }))}
    >
      <StatusBadge status={update.isPending ? update.variables.status : caseFile.status} />
    </Select>
  );
}
