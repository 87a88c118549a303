import { useState } from "react";
import { type Applicant, prefixedName } from "contract/applicants";
import {
  categoriesOf,
  type DocumentCategory,
  documentCategories,
  documentCategoryLabel,
} from "contract/document-categories";
import { type CaseDocument, documentsApi } from "contract/documents";
import { urlOf } from "#web/api/request.ts";
import { formatDate } from "#web/format/time.ts";
import { messages } from "#web/messages/messages.ts";
import { FileIcon } from "#web/ui/file-icon.tsx";
import { Select } from "#web/ui/select.tsx";
import { Cell, HeadCell, Row, Table, TableHead } from "#web/ui/table.tsx";
import { FileViewer } from "#web/viewer/file-viewer.tsx";
import { viewClicks } from "#web/viewer/view-clicks.ts";
import type { ViewedFile } from "#web/viewer/viewed-file.ts";
import { AccessLogDialog } from "./access-log-dialog.tsx";
import { DocumentActions } from "./document-actions.tsx";
import { useAssignDocument, useCategorizeDocument } from "./documents.queries.ts";
import { RemoveDocumentDialog } from "./remove-document-dialog.tsx";
import { RenameDocumentDialog } from "./rename-document-dialog.tsx";

const texts = messages.documents;
const NOBODY = "nobody";

export type DocumentTableProps = {
  readonly caseCode: string;
  readonly label: string;
  readonly documents: readonly CaseDocument[];
  readonly applicants: readonly Applicant[];
  readonly mayRemove: boolean;
  readonly mayUseAdminCategories: boolean;
};

/** Type and applicant are chosen in the row itself (D-077). On phones each row becomes a card. */
export function DocumentTable(props: DocumentTableProps) {
  const { documents } = props;
  const [viewed, setViewed] = useState<ViewedFile["key"] | null>(null);
  const [renamed, setRenamed] = useState<CaseDocument | null>(null);
  const [removed, setRemoved] = useState<CaseDocument | null>(null);
  const [traced, setTraced] = useState<CaseDocument | null>(null);
  const actions = {
    onView: (document: CaseDocument) => setViewed(document.id),
    onTrace: setTraced,
    onRename: setRenamed,
    onRemove: setRemoved,
  };
  return (
    <>
      <div className="max-md:hidden">
        <Table label={props.label} minWidth="62rem" className="table-fixed">
          <TableHead>
            <tr>
              <HeadCell>{texts.columns.name}</HeadCell>
              <HeadCell className="w-66">{texts.columns.type}</HeadCell>
              <HeadCell className="w-50">{texts.columns.assignedTo}</HeadCell>
              <HeadCell className="w-31">{texts.columns.date}</HeadCell>
              <HeadCell align="end" staysInSight className="w-50">
                {texts.columns.actions}
              </HeadCell>
            </tr>
          </TableHead>
          <tbody>
            {documents.map((document) => (
              <Row key={document.id}>
                <Cell>
                  <DocumentName document={document} onView={actions.onView} />
                </Cell>
                <Cell>
                  <TypeSelect document={document} className="-ms-2" {...props} />
                </Cell>
                <Cell>
                  <AssigneeSelect document={document} className="-ms-2" {...props} />
                </Cell>
                <Cell className="whitespace-nowrap text-muted">
                  {formatDate(document.uploadedAt)}
                </Cell>
                <Cell align="end" staysInSight>
                  <DocumentActions document={document} mayRemove={props.mayRemove} {...actions} />
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </div>
      <ul aria-label={props.label} className="flex flex-col gap-3 md:hidden">
        {documents.map((document) => (
          <li
            key={document.id}
            className="rounded-lg border border-line bg-surface p-3 shadow-card"
          >
            <div className="flex items-start justify-between gap-2">
              <DocumentName document={document} onView={actions.onView} />
              <span className="shrink-0 pt-1.5 text-xs text-muted">
                {formatDate(document.uploadedAt)}
              </span>
            </div>
            <div className="mt-2 flex flex-col gap-2">
              <TypeSelect document={document} look="field" {...props} />
              <div className="flex items-center gap-2">
                <AssigneeSelect
                  document={document}
                  look="field"
                  className="min-w-0 flex-1"
                  {...props}
                />
                <DocumentActions document={document} mayRemove={props.mayRemove} {...actions} />
              </div>
            </div>
          </li>
        ))}
      </ul>
      <FileViewer files={documents.map(viewedFile)} current={viewed} onCurrentChange={setViewed} />
      <AccessLogDialog document={traced} onClose={() => setTraced(null)} />
      <RenameDocumentDialog
        caseCode={props.caseCode}
        document={renamed}
        onClose={() => setRenamed(null)}
      />
      <RemoveDocumentDialog
        caseCode={props.caseCode}
        document={removed}
        onClose={() => setRemoved(null)}
      />
    </>
  );
}

function viewedFile(document: CaseDocument): ViewedFile {
  const params = { id: document.id };
  return {
    key: document.id,
    name: document.originalName,
    mimeType: document.mimeType,
    url: urlOf(documentsApi.view, { params }),
    downloadUrl: urlOf(documentsApi.download, { params }),
  };
}

type DocumentNameProps = {
  readonly document: CaseDocument;
  readonly onView: (document: CaseDocument) => void;
};

function DocumentName({ document, onView }: DocumentNameProps) {
  return (
    <button
      type="button"
      {...viewClicks(viewedFile(document).url, () => onView(document))}
      className="prints flex max-w-full min-w-0 items-center gap-2.5 rounded-sm py-1 text-start font-medium hover:underline"
    >
      <FileIcon name={document.originalName} />
      <span className="line-clamp-2 min-w-0 break-words" title={document.originalName} dir="auto">
        {document.originalName}
      </span>
    </button>
  );
}

type ControlProps = DocumentTableProps & {
  readonly document: CaseDocument;
  readonly look?: "field" | "inline";
  readonly className?: string;
};

function TypeSelect({
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

function AssigneeSelect({
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
        ...applicants.map((applicant, index) => ({
          value: String(applicant.id),
          label: applicant.fullName.trim() || texts.applicantNumber(index + 1),
        })),
      ]}
    />
  );
}
