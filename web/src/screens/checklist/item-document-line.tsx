import type { ChecklistItem, ItemDocument } from "contract/checklist";
import { ItemGlyph } from "#web/features/checklist/item-badge.tsx";
import { stateWord } from "#web/features/checklist/item-look.ts";
import { SayBlock } from "#web/features/checklist/say-block.tsx";
import { addressOf } from "#web/features/documents/document-actions.tsx";
import { formatPlainDate } from "#web/format/time.ts";
import { checklistMessages as texts } from "#web/messages/checklist.ts";
import { FileIcon } from "#web/ui/file-icon.tsx";
import { FileName } from "#web/ui/file-name.tsx";
import { viewClicks } from "#web/viewer/view-clicks.ts";
import type { ItemPlace } from "./item-actions.ts";

type ItemDocumentLineProps = {
  readonly item: ChecklistItem;
  readonly document: ItemDocument;
  readonly place: ItemPlace;
};

/** A document of an item that is open: its file, its state, and what was said of it. */
export function ItemDocumentLine({ item, document, place }: ItemDocumentLineProps) {
  const { id, originalName, issuedOn, publicText, earlierCount, reviewState } = document;
  return (
    <div>
      {publicText === null ? null : <SayBlock documentId={id} text={publicText} />}
      <p className="mt-2 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 max-md:min-h-11">
        <button
          type="button"
          {...viewClicks(addressOf(document), () => place.onView(id))}
          className="prints flex max-w-full min-w-0 items-center gap-2.5 rounded-sm text-start text-sm font-medium hover:underline max-md:min-h-11"
        >
          <FileIcon name={originalName} />
          <FileName name={originalName} />
        </button>
        {item.documents.length > 1 ? (
          <span className="inline-flex items-center gap-1.5 text-xs text-muted">
            <ItemGlyph state={document.state} size={14} />
            {stateWord(reviewState, place.isStaff)}
          </span>
        ) : null}
        {issuedOn === null ? null : (
          <span className="text-xs text-muted">{texts.issued(formatPlainDate(issuedOn))}</span>
        )}
        {earlierCount > 0 ? (
          <button
            type="button"
            onClick={() => place.onOpen({ kind: "versions", item, document })}
            className="relative reach rounded-sm text-xs font-medium text-accent hover:underline print:hidden"
          >
            {texts.earlierVersions(earlierCount)}
          </button>
        ) : null}
      </p>
    </div>
  );
}
