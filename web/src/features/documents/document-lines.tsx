import {
  CalendarDays,
  Download,
  EllipsisVertical,
  Eye,
  History,
  Layers,
  type LucideIcon,
  Pencil,
  Trash2,
} from "lucide-react";
import { useState } from "react";
import { documentCategoryLabel } from "contract/document-categories";
import type { CaseDocument } from "contract/documents";
import { formatDate } from "#web/format/time.ts";
import { messages } from "#web/messages/messages.ts";
import { cardLook } from "#web/ui/card.tsx";
import { classes } from "#web/ui/classes.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { Field } from "#web/ui/field.tsx";
import { FileIcon } from "#web/ui/file-icon.tsx";
import { FileName } from "#web/ui/file-name.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PlainIconButton } from "#web/ui/plain-icon-button.tsx";
import { useFound } from "#web/ui/use-found.ts";
import { viewClicks } from "#web/viewer/view-clicks.ts";
import { addressOf, saveDocument } from "./document-actions.tsx";
import type { DocumentHandlers, DocumentListProps } from "./document-list-props.ts";
import { AssigneeSelect, personOf, TypeSelect } from "./document-selects.tsx";

const texts = messages.documents;

type DocumentLinesProps = DocumentListProps & { readonly handlers: DocumentHandlers };

/** The same where a table has no room: a line to look at each document, and a sheet with all that can be done with it. */
export function DocumentLines({ handlers, ...props }: DocumentLinesProps) {
  const [chosenId, setChosenId] = useState<CaseDocument["id"] | null>(null);
  const chosen = props.documents.find(({ id }) => id === chosenId);
  return (
    <>
      <ul
        aria-label={props.label}
        className={`${cardLook} divide-y divide-line @min-[53.75rem]:hidden`}
      >
        {props.documents.map((document) => (
          <DocumentLine
            key={document.id}
            document={document}
            onView={() => handlers.onView(document)}
            onMore={() => setChosenId(document.id)}
            {...props}
          />
        ))}
      </ul>
      {chosen === undefined ? null : (
        <DocumentSheet
          document={chosen}
          handlers={handlers}
          onClose={() => setChosenId(null)}
          {...props}
        />
      )}
    </>
  );
}

type DocumentLineProps = DocumentListProps & {
  readonly document: CaseDocument;
  readonly onView: () => void;
  readonly onMore: () => void;
};

function DocumentLine({ document, onView, onMore, ...props }: DocumentLineProps) {
  const { originalName: name, category } = document;
  const clicks = viewClicks(addressOf(document), onView);
  const found = useFound<HTMLLIElement>(document.id === props.found);
  return (
    <li {...found} className="ps-3 pe-1">
      <div className="flex min-h-15 items-center">
        <button
          type="button"
          {...clicks}
          className="prints flex min-w-0 flex-1 items-center gap-3 rounded-sm py-2.5 text-start"
        >
          <FileIcon name={name} className="size-8" />
          <span className="min-w-0">
            <FileName name={name} lines={2} className="text-base/5 font-medium" />
            <Facts
              className="text-xs text-muted"
              of={[
                documentCategoryLabel(category),
                <bdi key="person">{personOf(document, props.applicants)}</bdi>,
                formatDate(document.uploadedAt),
              ]}
            />
            <span className="mt-1 block">{props.badgeOf(document, "line")}</span>
          </span>
        </button>
        <PlainIconButton icon={Eye} label={texts.view(name)} className="size-11!" {...clicks} />
        <PlainIconButton
          icon={EllipsisVertical}
          label={messages.ui.actionsFor(name)}
          aria-haspopup="dialog"
          className="size-11!"
          onClick={onMore}
        />
      </div>
      {category === "uncategorized" ? (
        <div className="flex flex-col gap-2 pe-2 pb-3">
          <TypeSelect document={document} look="field" {...props} />
          <AssigneeSelect document={document} look="field" {...props} />
        </div>
      ) : null}
    </li>
  );
}

type DocumentSheetProps = DocumentLinesProps & {
  readonly document: CaseDocument;
  readonly onClose: () => void;
};

function DocumentSheet({ document, handlers, onClose, ...props }: DocumentSheetProps) {
  const then = (act: (document: CaseDocument) => void) => () => {
    onClose();
    act(document);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      flush
      size="sm"
      title={
        <span className="line-clamp-2 break-words" dir="auto">
          {document.originalName}
        </span>
      }
    >
      <div className="flex flex-col gap-4 px-6 py-4">
        <Field label={texts.type}>
          <TypeSelect document={document} look="field" {...props} />
        </Field>
        <Field label={texts.assignee}>
          <AssigneeSelect document={document} look="field" {...props} />
        </Field>
      </div>
      <ul className="border-t border-line p-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]">
        <SheetAction icon={Download} text={texts.actions.download} onPress={then(saveDocument)} />
        <SheetAction icon={History} text={texts.actions.trace} onPress={then(handlers.onTrace)} />
        {document.earlierCount > 0 ? (
          <SheetAction
            icon={Layers}
            text={texts.versions.open}
            onPress={then(handlers.onVersions)}
          />
        ) : null}
        <SheetAction
          icon={CalendarDays}
          text={texts.datesDialog.open}
          onPress={then(handlers.onDates)}
        />
        {props.furtherOf?.(document).map(({ icon, text, onPress }) => (
          <SheetAction key={text} icon={icon} text={text} onPress={then(onPress)} />
        ))}
        <SheetAction icon={Pencil} text={texts.actions.rename} onPress={then(handlers.onRename)} />
        {props.mayRemove ? (
          <SheetAction
            icon={Trash2}
            text={texts.actions.remove}
            isDanger
            onPress={then(handlers.onRemove)}
          />
        ) : null}
      </ul>
    </Dialog>
  );
}

type SheetActionProps = {
  readonly icon: LucideIcon;
  readonly text: string;
  readonly isDanger?: boolean;
  readonly onPress: () => void;
};

function SheetAction({ icon, text, isDanger = false, onPress }: SheetActionProps) {
  return (
    <li>
      <button
        type="button"
        onClick={onPress}
        className={classes(
          "flex h-12 w-full items-center gap-3 rounded-md px-4 text-start text-base font-medium",
          isDanger ? "text-danger hover:bg-danger-soft" : "hover:bg-ink/6",
        )}
      >
        <Icon of={icon} size={18} className={isDanger ? undefined : "text-muted"} />
        {text}
      </button>
    </li>
  );
}
