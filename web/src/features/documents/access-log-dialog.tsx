import { Download, Eye, FolderDown, History, type LucideIcon } from "lucide-react";
import type { CaseDocument, DocumentAccess, AccessWay } from "contract/documents";
import { OPENINGS_SHOWN } from "contract/documents";
import { displayNameOf } from "#web/format/person.ts";
import { formatDateTime, formatRelativeTime } from "#web/format/time.ts";
import { messages } from "#web/messages/messages.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { QueryStates } from "#web/ui/query-states.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { useAccessLog } from "./documents.queries.ts";

const texts = messages.documents.openings;
const icons: Record<AccessWay, LucideIcon> = {
  view: Eye,
  download: Download,
  archive: FolderDown,
};

type OpeningsDialogProps = {
  /** null closes the dialog. */
  readonly document: CaseDocument | null;
  readonly onClose: () => void;
};

/** Who has opened a document and when: the bureau's people see it of the family, and the family of the bureau. */
export function AccessLogDialog({ document, onClose }: OpeningsDialogProps) {
  if (document === null) return null;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      focusesBody
      title={texts.title}
      description={
        <span className="line-clamp-2 break-words" dir="auto">
          {document.originalName}
        </span>
      }
    >
      <Openings document={document} />
    </Dialog>
  );
}

function Openings({ document }: { readonly document: CaseDocument }) {
  const openings = useAccessLog(document);
  if (openings.data === undefined) return <QueryStates of={openings} texts={texts} />;
  if (openings.data.length === 0)
    return <EmptyState icon={History} title={texts.none} description={texts.hint} />;
  const isFull = openings.data.length === OPENINGS_SHOWN;
  return (
    <>
      <ol className="flex flex-col gap-4">
        {openings.data.map((opening) => (
          <OpeningLine key={opening.id} opening={opening} />
        ))}
      </ol>
      <p className="mt-5 text-xs text-muted">
        {isFull ? `${texts.newest(OPENINGS_SHOWN)} ${texts.hint}` : texts.hint}
      </p>
    </>
  );
}

function OpeningLine({ opening }: { readonly opening: DocumentAccess }) {
  const { person, way, openedAt } = opening;
  return (
    <li className="flex gap-3 text-sm">
      <span className="grid size-7 shrink-0 place-items-center rounded-full border border-line bg-sunken text-muted">
        <Icon of={icons[way]} size={14} />
      </span>
      <div className="min-w-0 flex-1 pt-0.5">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="min-w-0 font-medium break-words" dir="auto">
            {person === null ? messages.users.deletedUser : displayNameOf(person)}
          </span>
          {person === null ? null : (
            <span className="text-xs text-muted">{messages.users.roles[person.role]}</span>
          )}
        </p>
        <p className="text-xs text-muted">
          {texts.ways[way]}
          {" · "}
          <time dateTime={openedAt} title={formatDateTime(openedAt)}>
            {formatRelativeTime(openedAt)}
          </time>
        </p>
      </div>
    </li>
  );
}
