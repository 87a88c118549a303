import { type Applicant, prefixedName } from "contract/applicants";
import {
  categoriesOf,
  type DocumentCategory,
  documentCategories,
  documentCategoryLabel,
} from "contract/document-categories";
import type { CaseDocument } from "contract/documents";
import { messages } from "#web/messages/messages.ts";
import { Select } from "#web/ui/select.tsx";
import { useAssignDocument, useCategorizeDocument } from "./documents.queries.ts";

const texts = messages.documents;
const NOBODY = "nobody";

type ControlProps = {
  readonly document: CaseDocument;
  readonly caseCode: string;
  readonly applicants: readonly Applicant[];
  readonly mayUseAdminCategories: boolean;
  readonly look?: "field" | "inline";
  readonly className?: string;
};

/** Whose document it is, in words; an applicant without a name yet is a number. */
export function personOf(document: CaseDocument, applicants: readonly Applicant[]): string {
  const place = applicants.findIndex(({ id }) => id === document.assignedTo);
  const applicant = applicants[place];
  return applicant === undefined ? texts.unassigned : nameOf(applicant, place);
}

function nameOf(applicant: Applicant, place: number): string {
  return applicant.fullName.trim() || texts.applicantNumber(place + 1);
}

export function TypeSelect({
  document,
  caseCode,
  applicants,
  mayUseAdminCategories,
  look = "inline",
  className,
}: ControlProps) {
  const categorize = useCategorizeDocument(caseCode);
  const hidden = mayUseAdminCategories ? [] : categoriesOf("vanuatu");
  const offered = documentCategories.filter((category) => !hidden.includes(category));
  const [only, ...others] = applicants;
  const choose = (category: DocumentCategory) => {
    if (category === document.category) return;
    // With one applicant the name says whose document it is by itself (C:249).
    const newName =
      only && others.length === 0
        ? prefixedName(document.originalName, "Main Applicant")
        : undefined;
    categorize.mutate({ document, category, newName });
  };
  return (
    <Select
      look={look}
      className={className}
      label={texts.typeOf(document.originalName)}
      value={document.category}
      onValueChange={choose}
      options={offered.map((category) => ({
        value: category,
        label: documentCategoryLabel(category),
      }))}
    />
  );
}

export function AssigneeSelect({
  document,
  caseCode,
  applicants,
  look = "inline",
  className,
}: ControlProps) {
  const assign = useAssignDocument(caseCode);
  const choose = (value: string) => {
    const applicant = applicants.find(({ id }) => String(id) === value) ?? null;
    if ((applicant?.id ?? null) === document.assignedTo) return;
    assign.mutate({
      document,
      assignedTo: applicant?.id ?? null,
      newName: prefixedName(document.originalName, applicant?.category ?? null),
    });
  };
  return (
    <Select
      look={look}
      className={className}
      label={texts.assigneeOf(document.originalName)}
      value={document.assignedTo === null ? NOBODY : String(document.assignedTo)}
      onValueChange={choose}
      options={[
        { value: NOBODY, label: texts.unassigned },
        ...applicants.map((applicant, place) => ({
          value: String(applicant.id),
          label: nameOf(applicant, place),
        })),
      ]}
    />
  );
}
