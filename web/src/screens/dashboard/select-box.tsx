import { type ComponentProps, type MouseEvent, useRef } from "react";
import { bulkMessages as texts } from "#web/messages/bulk.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { classes } from "#web/ui/classes.ts";
import { caseSelection, useHasSelection, useIsSelected } from "./case-selection.ts";
import type { SelectBox as SelectBoxType } from "./selection.tsx";

export function SelectBox({
  caseFile: { id, title },
  isCorner = false,
}: ComponentProps<SelectBoxType>) {
  const isSelected = useIsSelected(id);
  const hasSelection = useHasSelection();
  const isRange = useRef(false);
  const noteShift = (event: MouseEvent) => {
    isRange.current = event.shiftKey;
  };
  return (
    <>
      {isSelected && isCorner ? (
        <span
          aria-hidden
          className="pointer-events-none absolute -inset-px rounded-lg border-2 border-accent"
        />
      ) : null}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- keeps the box from opening the row */}
      <span
        data-select={id}
        className={classes(
          "z-10 inline-flex rounded-xs bg-surface *:relative *:reach",
          isCorner ? "absolute -start-2 -top-2 transition-opacity *:size-6! touch:m-6" : "relative",
          isCorner &&
            !hasSelection &&
            "opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 touch:opacity-100",
        )}
        onClickCapture={noteShift}
        onClick={(event) => event.stopPropagation()}
      >
        <Checkbox
          checked={isSelected}
          label={texts.select(title)}
          onCheckedChange={() => caseSelection.toggle(id, isRange.current)}
        />
      </span>
    </>
  );
}
