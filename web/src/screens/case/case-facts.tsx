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
import { classes } from "#web/ui/classes.ts";
import { Select } from "#web/ui/select.tsx";

const texts = messages.caseScreen.facts;

type CaseFactsProps = {
  readonly caseFile: CaseFile;
  readonly canChangeStatus: boolean;
  readonly onCodeChanged: (caseCode: string) => void;
  /** A further row of the card. */
  readonly children?: ReactNode;
};

export function CaseFacts({ caseFile, canChangeStatus, onCodeChanged, children }: CaseFactsProps) {
  return (
    <section className={`${cardLook} mb-4 overflow-clip`}>
      <div className="px-5 pt-4">
        <StageBar status={caseFile.status} />
      </div>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(8.25rem,1fr))] gap-x-6 gap-y-3 px-5 pt-3 pb-3.5">
        <Fact label={texts.status} className="col-span-2 max-md:col-span-full">
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
        {/* The field that it becomes is wider than the code. */}
        <Fact label={texts.caseCode} className="md:has-[input]:col-span-2">
          {canChangeStatus ? (
            <CaseCodeField caseFile={caseFile} labelHidden onChanged={onCodeChanged} />
          ) : (
            <span className="tabular">{caseFile.caseId}</span>
          )}
        </Fact>
      </dl>
      {children}
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
    <div className={classes("min-w-0", className)}>
      <dt className="mb-0.5 text-xs text-muted">{label}</dt>
      <dd className="flex min-h-7 items-center text-base font-medium wrap-anywhere">{children}</dd>
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
