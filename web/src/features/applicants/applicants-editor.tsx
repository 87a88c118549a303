import { ChevronDown, Save } from "lucide-react";
import type { ReactNode } from "react";
import { isApplicantComplete } from "contract/applicants";
import { MAX_NAME } from "contract/fields";
import { messages } from "#web/messages/messages.ts";
import { HueBadge, StageBadge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { cardLook } from "#web/ui/card.tsx";
import { classes } from "#web/ui/classes.ts";
import { Field } from "#web/ui/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { SkeletonRows, SkeletonScreen } from "#web/ui/skeleton.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { ErrorState, Gone, Notice } from "#web/ui/states.tsx";
import { useUnsaved } from "#web/ui/unsaved.ts";
import { useFound } from "#web/ui/use-found.ts";
import { useKeySet } from "#web/ui/use-key-set.ts";
import { ApplicantDetails } from "./applicant-details.tsx";
import { type ApplicantFields, type ApplicantRow, categoriesFor } from "./applicant-rows.ts";
import type { CaseOfApplicants } from "./applicants.queries.ts";
import type { PassportParts } from "./passport-card.tsx";
import { useApplicantsEditor } from "./use-applicants-editor.ts";

const texts = messages.applicants;
const COLUMNS = "grid-cols-[2rem_minmax(0,1fr)_13rem_7rem_3rem]";
const PRIMARY_HUE = 212;
const COMPLETE_HUE = 155;
const INCOMPLETE_HUE = 82;

type ApplicantsEditorProps = {
  readonly caseFile: CaseOfApplicants;
  /** The person a link points at. */
  readonly found?: number | null;
  readonly passport?: PassportParts;
};

/** The people of a case, edited together: the rules between them are checked with every keystroke (C:135). */
export function ApplicantsEditor({ caseFile, found = null, passport }: ApplicantsEditorProps) {
  const editor = useApplicantsEditor(caseFile);
  const { keys: opened, put: putOpened } = useKeySet();
  useUnsaved(editor.isChanged);

  if (editor.isPending) {
    return (
      <SkeletonScreen label={texts.loading}>
        <SkeletonRows count={4} />
      </SkeletonScreen>
    );
  }
  if (editor.isError) return <ErrorState message={texts.failed} onRetry={editor.retry} />;
  if (editor.isSeeding) {
    return (
      <div className="grid place-items-center py-14">
        <Spinner label={texts.creating} labelShown />
      </div>
    );
  }

  return (
    <div className="flex flex-col gap-4">
      {found !== null && !editor.rows.some(({ id }) => id === found) ? (
        <Gone>{texts.gone}</Gone>
      ) : null}
      {editor.isChangedElsewhere ? (
        <Notice tone="info">
          {texts.changedElsewhere}{" "}
          <button
            type="button"
            className="font-medium text-accent hover:underline"
            onClick={editor.discard}
          >
            {texts.takeTheirs}
          </button>
        </Notice>
      ) : null}
      <div role="table" aria-label={texts.tableLabel} className={classes(cardLook, "@container")}>
        <div
          role="row"
          className={classes(
            "grid items-center gap-4 border-b border-line px-4 py-2.5 text-xs text-muted @max-[43rem]:sr-only",
            COLUMNS,
          )}
        >
          <HeadCell>{texts.columns.number}</HeadCell>
          <HeadCell>{texts.columns.fullName}</HeadCell>
          <HeadCell>{texts.columns.category}</HeadCell>
          <HeadCell>{texts.columns.status}</HeadCell>
          <HeadCell>{texts.columns.details}</HeadCell>
        </div>
        {editor.rows.map((row, index) => (
          <ApplicantLine
            key={row.key}
            row={row}
            rows={editor.rows}
            index={index}
            nameProblem={editor.nameProblem(row)}
            isFound={found !== null && row.id === found}
            caseFile={caseFile}
            isOpen={opened.has(row.key)}
            onToggle={() => putOpened(row.key, !opened.has(row.key))}
            onChange={(fields) => editor.change(row, fields)}
            passport={passport}
          />
        ))}
      </div>
      <div className="flex flex-wrap items-center justify-end gap-3">
        <p role="status" className="me-auto text-sm text-danger">
          {editor.isChanged ? editor.problem : null}
        </p>
        {editor.isChanged ? (
          <Button variant="ghost" onClick={editor.discard} disabled={editor.isSaving}>
            {texts.discard}
          </Button>
        ) : null}
        <Button
          icon={<Icon of={Save} />}
          disabled={!editor.isChanged || editor.problem !== null}
          pending={editor.isSaving}
          pendingText={texts.saving}
          onClick={editor.save}
        >
          {texts.save}
        </Button>
      </div>
    </div>
  );
}

function HeadCell({ children }: { readonly children: ReactNode }) {
  return <span role="columnheader">{children}</span>;
}

type ApplicantLineProps = {
  readonly row: ApplicantRow;
  readonly rows: readonly ApplicantRow[];
  readonly index: number;
  readonly nameProblem: string | undefined;
  readonly isFound: boolean;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly caseFile: CaseOfApplicants;
  readonly passport: PassportParts | undefined;
  readonly onChange: (fields: Partial<ApplicantFields>) => void;
};

function ApplicantLine({
  row,
  caseFile,
  passport,
  rows,
  index,
  nameProblem,
  isFound,
  isOpen,
  onToggle,
  onChange,
}: ApplicantLineProps) {
  const position = index + 1;
  const place = useFound<HTMLDivElement>(isFound);
  const isComplete = isApplicantComplete(row);
  const isWithoutSpouse = rows.some(
    (other, place) => place !== index && other.category === "Spouse",
  );
  const categories = categoriesFor(rows, index);
  return (
    <div {...place} role="rowgroup" className="border-line not-last:border-b">
      <div
        role="row"
        className={classes(
          "grid items-center gap-x-4 gap-y-2 px-4 py-2.5",
          COLUMNS,
          "@max-[43rem]:grid-cols-[1.5rem_minmax(0,1fr)_auto]",
        )}
      >
        <span role="cell" className="text-sm text-muted tabular">
          {position}
        </span>
        <span role="cell" className="flex min-w-0 items-center gap-2">
          <Field
            label={texts.nameOf(position)}
            labelHidden
            error={nameProblem}
            required
            className="flex-1"
          >
            <Input
              dir="auto"
              maxLength={MAX_NAME}
              placeholder={texts.namePlaceholder}
              value={row.fullName}
              onChange={(event) => onChange({ fullName: event.target.value })}
            />
          </Field>
          {index === 0 ? <StageBadge hue={PRIMARY_HUE}>{texts.primary}</StageBadge> : null}
        </span>
        <span
          role="cell"
          className="@max-[43rem]:col-span-2 @max-[43rem]:col-start-2 @max-[43rem]:row-start-2"
        >
          <Select
            label={texts.categoryOf(position)}
            value={row.category}
            disabled={categories.length === 1}
            onValueChange={(category) => onChange({ category })}
            options={[
              ...categories.map((category) => ({
                value: category,
                label: category === "Spouse" ? texts.spouse : category,
              })),
              ...(categories.length > 1 && isWithoutSpouse
                ? [{ value: "Spouse" as const, label: texts.spouse, disabled: true }]
                : []),
            ]}
          >
            {row.category}
          </Select>
        </span>
        <span
          role="cell"
          className="@max-[43rem]:col-span-2 @max-[43rem]:col-start-2 @max-[43rem]:row-start-3"
        >
          {isComplete ? (
            <HueBadge hue={COMPLETE_HUE}>{texts.complete}</HueBadge>
          ) : (
            <HueBadge hue={INCOMPLETE_HUE}>{texts.incomplete}</HueBadge>
          )}
        </span>
        <span role="cell" className="@max-[43rem]:col-start-3 @max-[43rem]:row-start-1">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={texts.detailsOf(position)}
            onClick={onToggle}
            className="relative grid size-9 reach place-items-center rounded-md text-muted hover:bg-ink/6 hover:text-ink"
          >
            <Icon
              of={ChevronDown}
              className={classes("transition-transform", isOpen && "rotate-180")}
            />
          </button>
        </span>
      </div>
      {isOpen ? (
        <ApplicantDetails caseFile={caseFile} row={row} passport={passport} onChange={onChange} />
      ) : null}
    </div>
  );
}
