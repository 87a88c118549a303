import { Link } from "@tanstack/react-router";
import { CalendarClock, Camera, Download, Eye, FileUp } from "lucide-react";
import { memo } from "react";
import type { ChecklistItem, ItemDocument } from "contract/checklist";
import { ItemBadge, ItemGlyph } from "#web/features/checklist/item-badge.tsx";
import {
  dueSentence,
  helpOf,
  labelOf,
  metaOf,
  replacedBy,
  validUntilOf,
} from "#web/features/checklist/item-facts.ts";
import { stateWord } from "#web/features/checklist/item-look.ts";
import { addressOf, saveDocument } from "#web/features/documents/document-actions.tsx";
import { formatPlainDate } from "#web/format/time.ts";
import { capturesMessages as captures } from "#web/messages/captures.ts";
import { checklistMessages as texts } from "#web/messages/checklist.ts";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { FileName } from "#web/ui/file-name.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PlainIconButton } from "#web/ui/plain-icon-button.tsx";
import { tintStyle } from "#web/ui/tint.ts";
import { viewClicks } from "#web/viewer/view-clicks.ts";
import { elementIdOf, type ItemPlace } from "./item-actions.ts";
import { ItemDocumentLine } from "./item-document-line.tsx";
import { ItemMenu } from "./item-menu.tsx";

/** Amber is the warmest that a date becomes. */
const DUE = { hue: 75 };

export type ItemRowProps = {
  readonly item: ChecklistItem;
  readonly personName: string | null;
  readonly place: ItemPlace;
};

/** What is done is one quiet line; what waits for somebody says so, with its button (look-work.md 1). */
export const ItemRow = memo(function ItemRow(props: ItemRowProps) {
  const { item, personName, place } = props;
  const word = stateWord(item.state, place.isStaff);
  const isOpen = isOpenRow(item, place.isStaff);
  return (
    <li
      id={elementIdOf(item.key)}
      tabIndex={-1}
      aria-label={texts.itemName(word, labelOf(item), personName)}
      className={classes(
        "scroll-mt-32 border-t border-line first:border-t-0 md:scroll-mt-20 [content-visibility:auto] [contain-intrinsic-size:auto_2.75rem] print:[content-visibility:visible]",
        isOpen && "bg-accent-soft/45 max-md:bg-surface",
        place.marked === item.key && "animate-marked",
      )}
    >
      {isOpen ? <OpenRow {...props} /> : <CompactRow {...props} word={word} />}
    </li>
  );
});

/** Whoever reads it has something to do about it, or wants to know why nothing goes on. */
function isOpenRow({ state }: ChecklistItem, isStaff: boolean): boolean {
  if (state === "waiting") return isStaff;
  if (state === "expiring") return !isStaff;
  return (
    state === "missing" ||
    state === "changes_requested" ||
    state === "expired" ||
    state === "undecided"
  );
}

function CompactRow({ item, personName, place, word }: ItemRowProps & { readonly word: string }) {
  const [document, ...others] = item.documents;
  const until = validUntilOf(item);
  const untilText = until === null ? null : formatPlainDate(until);
  const isWarned = item.state === "expiring";
  return (
    <div className="grid min-h-11 grid-cols-[1.125rem_minmax(0,1fr)_auto] items-center gap-x-3 ps-4 pe-1 max-md:min-h-13 max-md:py-1.5 md:gap-x-4 md:py-1 md:ps-5 md:pe-3 lg:grid-cols-[7.75rem_minmax(0,1fr)_auto] xl:grid-cols-[7.75rem_minmax(0,1fr)_9.25rem_6.25rem]">
      <span className="inline-flex items-center gap-2 text-xs text-muted">
        <ItemGlyph state={item.state} />
        <span className="max-lg:sr-only">{word}</span>
      </span>
      <span className="min-w-0">
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-2.5">
          <span className="max-w-full text-sm font-medium max-md:text-base/5" dir="auto">
            {labelOf(item)}
          </span>
          {document === undefined ? null : (
            <span className="flex min-w-0 flex-[1_1_9rem] gap-1 text-xs text-muted max-md:hidden">
              <FileName name={document.originalName} />
              {others.length > 0 ? messages.ui.more(others.length) : null}
            </span>
          )}
        </span>
        <span className="block text-xs text-muted lg:hidden">
          {untilText === null ? word : texts.acceptedUntil(word, untilText)}
        </span>
        {untilText === null ? null : (
          <span className={classes("text-xs max-lg:hidden xl:hidden", !isWarned && "text-muted")}>
            {texts.validUntil(untilText)}
          </span>
        )}
      </span>
      <span className={classes("text-xs max-xl:hidden", isWarned ? "font-medium" : "text-muted")}>
        {untilText === null ? null : texts.validUntil(untilText)}
      </span>
      <span className="flex items-center justify-end gap-0.5 print:hidden">
        {document === undefined ? null : <ViewButton document={document} place={place} />}
        {document === undefined ? null : (
          <PlainIconButton
            size="sm"
            icon={Download}
            label={messages.documents.download(document.originalName)}
            className="max-md:hidden"
            onClick={() => saveDocument(document)}
          />
        )}
        <ItemMenu item={item} personName={personName} place={place} />
      </span>
    </div>
  );
}

function OpenRow({ item, personName, place }: ItemRowProps) {
  const { isStaff, today } = place;
  const help = helpOf(item, isStaff);
  const due = dueSentence(item, today);
  const meta = metaOf(item, isStaff);
  return (
    <div className="grid gap-x-4 gap-y-3 p-4 md:grid-cols-[7.75rem_minmax(0,1fr)_auto] md:py-3.5 md:ps-5 md:pe-3">
      <span>
        <ItemBadge state={item.state} isStaff={isStaff} />
      </span>
      <div className="min-w-0">
        <p className="text-base font-semibold max-md:text-md" dir="auto">
          {labelOf(item)}
        </p>
        {help === null ? null : (
          <p className="mt-0.5 max-w-140 text-xs text-muted max-md:text-sm/5" dir="auto">
            {help}
          </p>
        )}
        {due === null && meta.length === 0 ? null : (
          <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-0.5 text-xs text-muted">
            {due === null ? null : (
              <span
                style={tintStyle(DUE)}
                className={classes(
                  "tinted inline-flex items-center gap-1.5 font-medium",
                  item.isOverdue || !isStaff ? "text-tint-ink" : "text-ink",
                )}
              >
                <Icon of={CalendarClock} size={14} />
                {due}
              </span>
            )}
            {meta.map((text) => (
              <span key={text} dir="auto">
                {text}
              </span>
            ))}
          </p>
        )}
        <Question item={item} place={place} />
        {item.documents.map((document) => (
          <ItemDocumentLine key={document.id} item={item} document={document} place={place} />
        ))}
        {item.sampleId === null ? null : (
          <button
            type="button"
            aria-label={texts.sampleOf(labelOf(item))}
            onClick={() => place.onSample(item)}
            className="relative mt-1.5 reach rounded-sm text-xs font-medium text-accent hover:underline print:hidden"
          >
            {texts.sample}
          </button>
        )}
      </div>
      <span className="flex flex-wrap items-start justify-end gap-1 print:hidden">
        <MainButton item={item} personName={personName} place={place} />
        <ItemMenu item={item} personName={personName} place={place} />
      </span>
    </div>
  );
}

/** Staff review what waits; everybody sends what is missing, or what is to take the place of something. */
function MainButton({ item, personName, place }: ItemRowProps) {
  const { isStaff, isTouch, onOpen, onPhoto, first } = place;
  const waiting = item.documents.find(({ reviewState }) => reviewState === "waiting");
  if (isStaff && item.state === "waiting" && waiting) {
    return (
      <Button asChild size="sm" variant="secondary" className="max-md:h-12 max-md:flex-1">
        <Link to="/review" search={{ document: String(waiting.id) }}>
          {texts.menu.review}
        </Link>
      </Button>
    );
  }
  if (item.state === "undecided") return null;
  const replaced = replacedBy(item);
  const name = replaced === null ? texts.uploadItem : texts.uploadNewItem;
  const isFirst = first === item.key;
  return (
    <>
      {isTouch ? (
        <Button
          size="sm"
          variant={isFirst ? "primary" : "secondary"}
          icon={<Icon of={Camera} />}
          aria-label={captures.takePhotoOf(texts.uploadFor(labelOf(item), personName))}
          onClick={() => onPhoto(item, replaced)}
          className="max-md:h-12 max-md:flex-1 max-md:text-base"
        >
          {captures.takePhoto}
        </Button>
      ) : null}
      <Button
        size="sm"
        variant={isFirst && !isTouch ? "primary" : "secondary"}
        icon={<Icon of={FileUp} />}
        aria-label={name(labelOf(item), personName)}
        onClick={() => onOpen({ kind: "upload", item, replaces: replaced })}
        className="max-md:h-12 max-md:flex-1 max-md:text-base"
      >
        {replaced === null ? texts.upload : texts.uploadNew}
      </Button>
    </>
  );
}

function Question({ item, place }: Pick<ItemRowProps, "item" | "place">) {
  if (item.state !== "undecided" || !place.isStaff || item.condition === null) return null;
  return (
    <>
      <p className="mt-1 max-w-140 text-xs text-muted" dir="auto">
        {texts.question(item.condition)}
      </p>
      <div className="mt-2 flex gap-2 print:hidden">
        <Button size="sm" variant="secondary" onClick={() => place.onDecide(item, "applies")}>
          {texts.needed}
        </Button>
        <Button
          size="sm"
          variant="secondary"
          onClick={() => place.onDecide(item, "does_not_apply")}
        >
          {texts.notNeeded}
        </Button>
      </div>
    </>
  );
}

function ViewButton({
  document,
  place,
}: {
  readonly document: ItemDocument;
  readonly place: ItemPlace;
}) {
  return (
    <PlainIconButton
      size="sm"
      icon={Eye}
      label={messages.documents.view(document.originalName)}
      className="max-md:size-11!"
      {...viewClicks(addressOf(document), () => place.onView(document.id))}
    />
  );
}
