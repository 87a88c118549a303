/** What can be asked to be done with an item; the screen opens the dialog for it. */
import type { ChecklistItem, ItemDocument } from "contract/checklist";
import type { CaptureTarget } from "#web/features/captures/capture-target.ts";
import type { ListedPerson } from "#web/features/checklist/checklist-sections.ts";

export type ItemDialog =
  | {
      readonly kind: "upload";
      readonly item: ChecklistItem;
      readonly replaces: ItemDocument | null;
    }
  | { readonly kind: "notNeeded" | "dueDate" | "change" | "withdraw"; readonly item: ChecklistItem }
  | { readonly kind: "versions"; readonly item: ChecklistItem; readonly document: ItemDocument };

/** Whoever reads the checklist, and what the lines need to know of the screen around them. */
export type ItemPlace = {
  readonly caseCode: string;
  readonly today: string;
  readonly isStaff: boolean;
  /** Held in the hand, with a camera. */
  readonly isTouch: boolean;
  readonly people: readonly ListedPerson[];
  /** The item whose button is the main one of the page. */
  readonly first: string | null;
  /** Was just named by the address. */
  readonly marked: string | null;
  readonly onOpen: (dialog: ItemDialog) => void;
  readonly onPhoto: (item: ChecklistItem, replaces: ItemDocument | null) => void;
  readonly onView: (documentId: number) => void;
  readonly onDecide: (item: ChecklistItem, verdict: "applies" | "does_not_apply" | null) => void;
  readonly onSample: (item: ChecklistItem) => void;
};

type Asked = {
  readonly item: ChecklistItem;
  readonly replaces: ItemDocument | null;
  readonly people: readonly ListedPerson[];
};

/** What a file is sent for. */
export function uploadOf({ item, replaces, people }: Asked): CaptureTarget["upload"] {
  const isListed = people.some(({ id }) => id === item.applicantId);
  return {
    category: item.category,
    assignedTo: isListed ? item.applicantId : null,
    country: item.country,
    extraItemId: item.extraId,
    replaces: replaces?.id ?? null,
  };
}

/** The element of an item, for the focus and for links. */
export function elementIdOf(key: string): string {
  return `item-${key}`;
}
