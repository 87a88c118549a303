import { useState } from "react";
import { type CaseDocument, documentsApi } from "contract/documents";
import { urlOf } from "#web/api/request.ts";
import { formatDate } from "#web/format/time.ts";
import { messages } from "#web/messages/messages.ts";
import { FileIcon } from "#web/ui/file-icon.tsx";
import { FileName } from "#web/ui/file-name.tsx";
import { Cell, FoundRow, HeadCell, Table, TableHead } from "#web/ui/table.tsx";
import { FileViewer } from "#web/viewer/file-viewer.tsx";
import { viewClicks } from "#web/viewer/view-clicks.ts";
import type { ViewedFile } from "#web/viewer/viewed-file.ts";
import { AccessLogDialog } from "./access-log-dialog.tsx";
import { DatesDialog } from "./dates-dialog.tsx";
import { addressOf, DocumentActions } from "./document-actions.tsx";
import { DocumentLines } from "./document-lines.tsx";
import type { DocumentHandlers, DocumentListProps } from "./document-list-props.ts";
import { AssigneeSelect, TypeSelect } from "./document-selects.tsx";
import { RemoveDocumentDialog } from "./remove-document-dialog.tsx";
import { RenameDocumentDialog } from "./rename-document-dialog.tsx";
import { VersionsDialog } from "./versions-dialog.tsx";

const texts = messages.documents;

/** Type and applicant are chosen in the row itself (D-077). Where a table has no room each row becomes a line. */
export function DocumentTable(props: DocumentListProps) {
  const { documents } = props;
  const [viewed, setViewed] = useState<ViewedFile["key"] | null>(null);
  const [renamed, setRenamed] = useState<CaseDocument | null>(null);
  const [removed, setRemoved] = useState<CaseDocument | null>(null);
  const [traced, setTraced] = useState<CaseDocument | null>(null);
  const [versionsOf, setVersionsOf] = useState<CaseDocument | null>(null);
  const [datesOf, setDatesOf] = useState<CaseDocument | null>(null);
  const handlers: DocumentHandlers = {
    onView: (document) => setViewed(document.id),
    onTrace: setTraced,
    onVersions: setVersionsOf,
    onDates: setDatesOf,
    onRename: setRenamed,
    onRemove: setRemoved,
  };
  return (
    <div className="@container">
      <div className="@max-[53.75rem]:hidden">
        <Table label={props.label} minWidth="62rem" className="table-fixed">
          <TableHead>
            <tr>
              <HeadCell>{texts.columns.name}</HeadCell>
              <HeadCell className="w-66">{texts.columns.type}</HeadCell>
              <HeadCell className="w-50">{texts.columns.assignedTo}</HeadCell>
              <HeadCell className="w-31">{texts.columns.date}</HeadCell>
              <HeadCell align="end" staysInSight className="w-58">
                {texts.columns.actions}
              </HeadCell>
            </tr>
          </TableHead>
          <tbody>
            {documents.map((document) => (
              <FoundRow key={document.id} isFound={document.id === props.found}>
                <Cell>
                  <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
                    <DocumentName document={document} onView={handlers.onView} />
                    {props.badgeOf(document, "cell")}
                  </span>
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
                  <DocumentActions
                    document={document}
                    mayRemove={props.mayRemove}
                    further={props.furtherOf?.(document) ?? []}
                    {...handlers}
                  />
                </Cell>
              </FoundRow>
            ))}
          </tbody>
        </Table>
      </div>
      <DocumentLines handlers={handlers} {...props} />
      <FileViewer files={documents.map(viewedFile)} current={viewed} onCurrentChange={setViewed} />
      <AccessLogDialog document={traced} onClose={() => setTraced(null)} />
      {versionsOf === null ? null : (
        <VersionsDialog document={versionsOf} onClose={() => setVersionsOf(null)} />
      )}
      <DatesDialog caseCode={props.caseCode} document={datesOf} onClose={() => setDatesOf(null)} />
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
    </div>
  );
}

function viewedFile(document: CaseDocument): ViewedFile {
  const params = { id: document.id };
  return {
    key: document.id,
    name: document.originalName,
    mimeType: document.mimeType,
    url: addressOf(document),
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
      {...viewClicks(addressOf(document), () => onView(document))}
      className="prints flex max-w-full min-w-0 items-center gap-2.5 rounded-sm py-1 text-start font-medium hover:underline"
    >
      <FileIcon name={document.originalName} />
      <FileName name={document.originalName} lines={2} />
    </button>
  );
}
