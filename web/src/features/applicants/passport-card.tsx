import { Eye, Pencil } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Applicant } from "contract/applicants";
import { countryOf } from "contract/countries";
import { maskedEnding } from "contract/passports";
import { useCurrentUser } from "#web/api/current-user.ts";
import { bureauDay, formatPlainDate } from "#web/format/time.ts";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { type CaseOfApplicants, useShowNumber } from "./applicants.queries.ts";
import { PassportDialog } from "./passport-dialog.tsx";

const texts = messages.applicants.passport;

/** What a screen adds that knows the case's documents and readings. */
export type PassportParts = {
  readonly sourceOf: (documentId: number) => string | undefined;
  /** For staff: another way to fill it. */
  readonly action: (applicant: Applicant) => ReactNode;
};

type PassportCardProps = {
  readonly caseFile: CaseOfApplicants;
  readonly applicant: Applicant;
  readonly parts?: PassportParts | undefined;
};

/** What his passport says. The whole number is there for staff, who ask for it; others see how it ends. */
export function PassportCard({ caseFile, applicant, parts }: PassportCardProps) {
  const { isAdmin, role } = useCurrentUser();
  const [isEditing, setEditing] = useState(false);
  const shown = useShowNumber();
  const isStaff = isAdmin || role === "agent";
  const { passportEnding, passportExpiresOn, passportDocumentId } = applicant;
  const source = passportDocumentId === null ? undefined : parts?.sourceOf(passportDocumentId);
  return (
    <section
      aria-label={texts.title}
      className="col-span-full flex flex-col gap-3 rounded-lg border border-line bg-surface p-4"
    >
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm font-medium">{texts.title}</h3>
        {isStaff ? (
          <div className="flex flex-wrap items-center gap-2">
            {passportEnding === null || shown.data ? null : (
              <Button
                variant="ghost"
                size="sm"
                icon={<Icon of={Eye} />}
                pending={shown.isPending}
                pendingText={texts.showNumber}
                onClick={() => shown.mutate(applicant.id)}
              >
                {texts.showNumber}
              </Button>
            )}
            {parts?.action(applicant)}
            <Button
              variant="secondary"
              size="sm"
              icon={<Icon of={Pencil} />}
              onClick={() => setEditing(true)}
            >
              {texts.edit}
            </Button>
          </div>
        ) : null}
      </header>
      <dl className="grid grid-cols-2 gap-4 text-sm max-md:grid-cols-1">
        <Fact label={texts.name} value={applicant.passportName} />
        <Fact
          label={texts.number}
          value={shown.data?.passportNumber ?? (passportEnding && maskedEnding(passportEnding))}
        />
        <Fact label={texts.country} value={countryName(applicant.passportCountry)} />
        <Fact
          label={texts.expiresOn}
          value={passportExpiresOn === null ? null : validityOf(passportExpiresOn)}
        />
      </dl>
      {source === undefined ? null : (
        <p className="text-xs break-words text-muted" dir="auto">
          {texts.from(source)}
        </p>
      )}
      {isEditing ? (
        <PassportDialog
          caseFile={caseFile}
          applicant={applicant}
          onClose={() => setEditing(false)}
          onSaved={shown.reset}
        />
      ) : null}
    </section>
  );
}

function Fact({ label, value }: { readonly label: string; readonly value: string | null }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{label}</dt>
      <dd dir="auto" className="tabular">
        {value ?? texts.none}
      </dd>
    </div>
  );
}

function validityOf(day: string): string {
  return texts.validity(formatPlainDate(day), day < bureauDay(new Date()));
}

/** Some passports are of nobody's state: their code says so. */
function countryName(code: string | null): string | null {
  return code === null ? null : (countryOf(code) ?? code);
}
