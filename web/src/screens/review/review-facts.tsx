import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Columns2, Layers } from "lucide-react";
import { useState } from "react";
import { applicantsApi } from "contract/applicants";
import { caseStatusTexts } from "contract/case-status";
import { documentCategoryLabel } from "contract/document-categories";
import type { QueueRow } from "contract/reviews";
import { read } from "#web/api/client.ts";
import { useCurrentUser } from "#web/api/current-user.ts";
import { StatusGlyph } from "#web/features/cases/status-badge.tsx";
import { ItemBadge } from "#web/features/checklist/item-badge.tsx";
import { labelOf } from "#web/features/checklist/item-facts.ts";
import { AssigneeSelect, TypeSelect } from "#web/features/documents/document-selects.tsx";
import { VersionsDialog } from "#web/features/documents/versions-dialog.tsx";
import { displayNameOf, initialsOfName } from "#web/format/person.ts";
import { formatDate, formatPlainDate } from "#web/format/time.ts";
import { messages } from "#web/messages/messages.ts";
import { reviewMessages as texts } from "#web/messages/review.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Field } from "#web/ui/field.tsx";
import { FileName } from "#web/ui/file-name.tsx";
import { formatFileSize } from "#web/ui/file-size.ts";
import { Icon } from "#web/ui/icon.tsx";
import { WarningLine } from "#web/ui/warning-line.tsx";
import { otherWarnings } from "./warnings.ts";

const block = "border-t border-line px-5 py-3";

/** Which paper it is, or what kind of file while nobody has sorted it. */
export function headingOf({ item, document }: QueueRow): string {
  return item === null ? documentCategoryLabel(document.category) : labelOf(item);
}

export function CaseLine({ row: { case: caseFile } }: { readonly row: QueueRow }) {
  return (
    <p className="flex h-9.5 shrink-0 items-center gap-3 border-b border-line bg-canvas px-5 text-xs">
      <Link
        to="/case/$caseId"
        params={{ caseId: caseFile.caseId }}
        className="relative shrink-0 reach rounded-xs font-medium text-accent hover:underline"
      >
        {caseFile.caseId}
      </Link>
      <span className="min-w-0 flex-1 truncate text-muted" title={caseFile.title} dir="auto">
        {caseFile.title}
      </span>
      <span className="inline-flex shrink-0 items-center gap-1.5">
        <StatusGlyph status={caseFile.status} size={14} />
        {caseStatusTexts[caseFile.status].short}
      </span>
    </p>
  );
}

type FactsProps = {
  readonly row: QueueRow;
  readonly hasSample: boolean;
  readonly onSample: (isShown: boolean) => void;
};

/** What the document is, whose, and by which rule it is judged. */
export function ReviewFacts({ row, hasSample, onSample }: FactsProps) {
  const { document, person, item } = row;
  return (
    <>
      <div className="px-5 py-4">
        <ItemBadge state={document.reviewState} isStaff />
        <h2
          id="review-heading"
          tabIndex={-1}
          className="mt-2 text-lg/6 font-semibold break-words outline-none focus-visible:outline-2"
          dir="auto"
        >
          {headingOf(row)}
        </h2>
        <p className="flex min-w-0 gap-1.5 text-xs text-muted">
          <FileName name={document.originalName} />
          <span className="shrink-0">· {formatFileSize(document.fileSize)}</span>
        </p>
        {person === null ? (
          <p className="mt-3 text-sm">{item === null ? null : texts.wholeCase}</p>
        ) : (
          <PersonFacts person={person} sentAt={document.uploadedAt} />
        )}
      </div>
      <RuleBlock row={row} hasSample={hasSample} onSample={onSample} />
      <EarlierDecision row={row} />
    </>
  );
}

type PersonFactsProps = {
  readonly person: NonNullable<QueueRow["person"]>;
  readonly sentAt: string;
};

function PersonFacts({ person, sentAt }: PersonFactsProps) {
  const { fullName, category, nationality, gender, dateOfBirth, age } = person;
  const name = fullName.trim() || category;
  const facts = [
    [texts.facts.nationality, nationality],
    [
      texts.facts.born,
      dateOfBirth === null
        ? null
        : age === null
          ? formatPlainDate(dateOfBirth)
          : texts.facts.bornOn(formatPlainDate(dateOfBirth), age),
    ],
    [texts.facts.gender, gender === null ? null : messages.applicants.genders[gender]],
    [texts.facts.sent, formatDate(sentAt)],
  ] as const;
  return (
    <>
      <div className="mt-3 flex items-center gap-3">
        <Avatar initials={initialsOfName(name)} seed={String(person.applicantId)} size="lg" />
        <span className="min-w-0">
          <span className="block text-sm font-semibold break-words" dir="auto">
            {name}
          </span>
          <span className="block text-xs text-muted">{category}</span>
        </span>
      </div>
      <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-2">
        {facts.map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-2xs text-muted">{label}</dt>
            <dd className="text-sm font-medium break-words">{value ?? "–"}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function RuleBlock({ row, hasSample, onSample }: FactsProps) {
  const [isShowingVersions, setIsShowingVersions] = useState(false);
  const { rule, earlier, document, sampleId } = row;
  const window = rule?.window ?? null;
  const hasVersions = (earlier?.count ?? 0) > 0;
  const help = rule?.help ?? null;
  if (rule === null && !hasVersions && sampleId === null) return null;
  return (
    <div className={block}>
      {window === null || window.basis === "none" ? null : (
        <p className="text-sm font-medium">
          {texts.window[window.basis](window.days, formatPlainDate(window.referenceDay))}
        </p>
      )}
      {[rule?.form, help, rule?.note].map((text) =>
        text ? (
          <p key={text} className="text-xs/4.5 text-muted" dir="auto">
            {text}
          </p>
        ) : null,
      )}
      <p className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1">
        {sampleId === null ? null : (
          <LinkButton icon={Columns2} onClick={() => onSample(!hasSample)}>
            {hasSample ? texts.hideSample : texts.showSample}
          </LinkButton>
        )}
        {hasVersions ? (
          <LinkButton icon={Layers} onClick={() => setIsShowingVersions(true)}>
            {messages.documents.versions.open} ({earlier?.count})
          </LinkButton>
        ) : null}
      </p>
      {isShowingVersions ? (
        <VersionsDialog document={document} onClose={() => setIsShowingVersions(false)} />
      ) : null}
    </div>
  );
}

type LinkButtonProps = {
  readonly icon: typeof Columns2;
  readonly onClick: () => void;
  readonly children: React.ReactNode;
};

function LinkButton({ icon, onClick, children }: LinkButtonProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="relative inline-flex h-7 reach items-center gap-1.5 rounded-xs text-xs font-medium text-accent hover:underline"
    >
      <Icon of={icon} size={14} />
      {children}
    </button>
  );
}

function EarlierDecision({ row: { earlier } }: { readonly row: QueueRow }) {
  const review = earlier?.review ?? null;
  if (review === null) return null;
  const name = review.by === null ? messages.users.deletedUser : displayNameOf(review.by);
  return (
    <div className={block}>
      <p className="text-xs text-muted">
        {texts.earlier[review.decision]} · <bdi>{name}</bdi> · {formatDate(review.createdAt)}
      </p>
      {review.publicText === null ? null : (
        <p className="mt-1 text-sm whitespace-pre-line" dir="auto">
          {review.publicText}
        </p>
      )}
      {review.internalNote === null ? null : (
        <p className="mt-1 text-sm whitespace-pre-line text-muted" dir="auto">
          {review.internalNote}
        </p>
      )}
    </div>
  );
}

type WarningsProps = { readonly row: QueueRow; readonly dateWarning: string | null };

export function Warnings({ row, dateWarning }: WarningsProps) {
  const warnings = [...(dateWarning === null ? [] : [dateWarning]), ...otherWarnings(row)];
  return warnings.map((warning) => <WarningLine key={warning}>{warning}</WarningLine>);
}

/** Type and person, without which nothing can be accepted. */
export function SortFirst({ row }: { readonly row: QueueRow }) {
  const { isAdmin } = useCurrentUser();
  const { document, case: caseFile } = row;
  const { data: applicants = [] } = useQuery(
    read(applicantsApi.list, { params: { id: caseFile.id } }),
  );
  const select = {
    document,
    caseCode: caseFile.caseId,
    applicants,
    mayUseAdminCategories: isAdmin,
    look: "field" as const,
  };
  return (
    <div className={`${block} flex flex-col gap-3`}>
      <p className="text-sm font-semibold">{texts.sortFirst}</p>
      <Field label={texts.type}>
        <TypeSelect {...select} />
      </Field>
      <Field label={texts.person}>
        <AssigneeSelect {...select} />
      </Field>
    </div>
  );
}
