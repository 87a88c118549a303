import { Link } from "@tanstack/react-router";
import type { Checklist } from "contract/checklist";
import type { CaseDocument } from "contract/documents";
import { addressOf } from "#web/features/documents/document-actions.tsx";
import { checklistMessages as texts } from "#web/messages/checklist.ts";
import { cardLook } from "#web/ui/card.tsx";
import { FileIcon } from "#web/ui/file-icon.tsx";
import { FileName } from "#web/ui/file-name.tsx";
import { viewClicks } from "#web/viewer/view-clicks.ts";
import { OTHER_FILES } from "./people-rail.tsx";

type OtherFilesProps = {
  readonly others: Checklist["others"];
  readonly documents: readonly CaseDocument[];
  readonly caseId: number;
  readonly isStaff: boolean;
  readonly onView: (documentId: number) => void;
};

/** Files that belong to nothing that is asked for, until somebody sorts them. */
export function OtherFiles({ others, documents, caseId, isStaff, onView }: OtherFilesProps) {
  const files = others.flatMap(({ documentId, reason }) => {
    const document = documents.find(({ id }) => id === documentId);
    return document === undefined ? [] : [{ document, reason }];
  });
  if (files.length === 0) return null;
  return (
    <section
      id={OTHER_FILES}
      aria-labelledby={`${OTHER_FILES}-title`}
      className={`${cardLook} scroll-mt-18 overflow-clip`}
    >
      <header className="flex min-h-16 flex-wrap items-baseline gap-x-3 px-5 pt-5 pb-3 max-md:px-4">
        <h2 id={`${OTHER_FILES}-title`} tabIndex={-1} className="text-md/5.5 font-semibold">
          {texts.otherFiles}
        </h2>
        {isStaff ? null : <p className="text-sm text-muted">{texts.sortingThese}</p>}
      </header>
      <ul>
        {files.map(({ document, reason }) => (
          <li
            key={document.id}
            className="flex min-h-11 items-center gap-4 border-t border-line px-5 py-1.5 max-md:min-h-13 max-md:px-4"
          >
            <button
              type="button"
              {...viewClicks(addressOf(document), () => onView(document.id))}
              className="prints flex min-w-0 flex-1 items-center gap-2.5 rounded-sm text-start text-sm font-medium hover:underline max-md:min-h-11"
            >
              <FileIcon name={document.originalName} />
              <FileName name={document.originalName} />
            </button>
            {isStaff ? (
              <>
                <span className="text-xs text-muted">{texts.otherReasons[reason]}</span>
                <Link
                  to="/review"
                  search={{ case: String(caseId), document: String(document.id) }}
                  aria-label={texts.sortFile(document.originalName)}
                  className="relative reach rounded-sm text-sm font-medium text-accent hover:underline print:hidden"
                >
                  {texts.sort}
                </Link>
              </>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
