import { Link } from "@tanstack/react-router";
import {
  CalendarClock,
  Check,
  CircleSlash,
  Ellipsis,
  FileUp,
  History,
  Pencil,
  ScanEye,
  Undo2,
} from "lucide-react";
import type { ChecklistItem } from "contract/checklist";
import { labelOf } from "#web/features/checklist/item-facts.ts";
import { checklistMessages as texts } from "#web/messages/checklist.ts";
import { messages } from "#web/messages/messages.ts";
import { DropdownMenu, MenuItem, MenuSeparator } from "#web/ui/dropdown-menu.tsx";
import { PlainIconButton } from "#web/ui/plain-icon-button.tsx";
import type { ItemPlace } from "./item-actions.ts";

type ItemMenuProps = {
  readonly item: ChecklistItem;
  readonly personName: string | null;
  readonly place: ItemPlace;
};

/** Everything that can be done with an item and stands in no button of its own. */
export function ItemMenu({ item, personName, place }: ItemMenuProps) {
  const { isStaff, onOpen, onDecide } = place;
  const waiting = item.documents.find(({ reviewState }) => reviewState === "waiting");
  const earlier = item.documents.filter(({ earlierCount }) => earlierCount > 0);
  const isLeftOut = item.decision?.verdict === "not_required";
  return (
    <DropdownMenu
      trigger={
        <PlainIconButton
          size="sm"
          icon={Ellipsis}
          label={messages.ui.actionsFor(texts.uploadFor(labelOf(item), personName))}
          className="max-md:size-11!"
        />
      }
    >
      <MenuItem icon={FileUp} onSelect={() => onOpen({ kind: "upload", item, replaces: null })}>
        {texts.menu.upload}
      </MenuItem>
      {item.documents.length === 1 && item.documents[0] ? (
        <MenuItem
          icon={FileUp}
          onSelect={() => onOpen({ kind: "upload", item, replaces: item.documents[0] ?? null })}
        >
          {texts.uploadNew}
        </MenuItem>
      ) : null}
      {earlier.map((document) => (
        <MenuItem
          key={document.id}
          icon={History}
          onSelect={() => onOpen({ kind: "versions", item, document })}
        >
          {texts.earlierVersions(document.earlierCount)}
        </MenuItem>
      ))}
      {isStaff ? (
        <>
          <MenuSeparator />
          {waiting === undefined ? null : (
            <MenuItem asChild>
              <Link to="/review" search={{ document: String(waiting.id) }}>
                <ScanEye aria-hidden size={16} className="text-muted" />
                {texts.menu.review}
              </Link>
            </MenuItem>
          )}
          {isLeftOut ? (
            <MenuItem icon={Check} onSelect={() => onDecide(item, null)}>
              {texts.menu.neededAfterAll}
            </MenuItem>
          ) : (
            <MenuItem icon={CircleSlash} onSelect={() => onOpen({ kind: "notNeeded", item })}>
              {texts.menu.notNeeded}
            </MenuItem>
          )}
          <MenuItem icon={CalendarClock} onSelect={() => onOpen({ kind: "dueDate", item })}>
            {texts.menu.dueDate}
          </MenuItem>
          {item.extraId === null ? null : (
            <>
              <MenuItem icon={Pencil} onSelect={() => onOpen({ kind: "change", item })}>
                {texts.menu.change}
              </MenuItem>
              <MenuItem icon={Undo2} danger onSelect={() => onOpen({ kind: "withdraw", item })}>
                {texts.menu.withdraw}
              </MenuItem>
            </>
          )}
        </>
      ) : null}
    </DropdownMenu>
  );
}
