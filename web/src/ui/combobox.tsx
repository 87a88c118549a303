import { Command } from "cmdk";
import { Check, ChevronsUpDown } from "lucide-react";
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { messages } from "#web/messages/messages.ts";
import type { ChoiceSearch } from "./choice-search.ts";
import { classes } from "./classes.ts";
import { controlLook, controlSize, type ControlSize } from "./control-look.ts";
import { useFieldWiring } from "./field-context.ts";
import { Icon } from "./icon.tsx";
import { PopoverBox } from "./popover-box.tsx";
import { itemLook } from "./popup-look.ts";
import { finder } from "./search-text.ts";
import { useVirtualList } from "./use-virtual-list.ts";

export type ComboboxOption<Value extends string = string> = {
  readonly value: Value;
  readonly label: string;
  /** Shown in grey behind the label and searched too. */
  readonly detail?: string;
  readonly mark?: ReactNode;
};

type ComboboxProps<Value extends string> = {
  readonly value: Value | null;
  readonly onValueChange: (value: Value) => void;
  readonly options: readonly ComboboxOption<Value>[];
  /** Given where the options are what a search elsewhere has found. */
  readonly search?: Omit<ChoiceSearch<unknown>, "found">;
  /** What is chosen, where the options may lack it. */
  readonly chosenLabel?: string;
  readonly placeholder?: string;
  readonly searchPlaceholder?: string;
  /** Shown when the search finds nothing. */
  readonly emptyText?: string;
  /** Needed outside a `Field`. */
  readonly label?: string;
  readonly size?: ControlSize;
  readonly disabled?: boolean;
  readonly onBlur?: () => void;
  readonly className?: string;
};

const ROW_HEIGHT = 32;

export function Combobox<Value extends string>({
  value,
  onValueChange,
  options,
  search: elsewhere,
  chosenLabel,
  placeholder = messages.ui.select,
  searchPlaceholder = messages.ui.search,
  emptyText = messages.ui.noMatches,
  label,
  size = "md",
  disabled,
  onBlur,
  className,
}: ComboboxProps<Value>) {
  const listId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState("");
  const { needle, setNeedle } = elsewhere ?? { needle: typed, setNeedle: setTyped };
  const matches = useMatches(options, elsewhere ? "" : typed);
  const chosen = options.find((option) => option.value === value)?.label ?? chosenLabel;

  const toggle = (open: boolean) => {
    setIsOpen(open);
    setNeedle("");
    setActive("");
    if (!open) onBlur?.();
  };

  const choose = (option: ComboboxOption<Value>) => {
    onValueChange(option.value);
    toggle(false);
  };
  const wait = useWaitingEnter(elsewhere?.isSettled ?? true, (isEntered) => {
    const [first] = matches;
    if (isOpen && isEntered && first) choose(first);
    else setActive(first?.value ?? "");
  });

  return (
    <PopoverBox
      open={isOpen}
      onOpenChange={toggle}
      modal
      label={label}
      id={listId}
      className="w-(--radix-popover-trigger-width) min-w-56"
      trigger={
        <button
          type="button"
          role="combobox"
          aria-expanded={isOpen}
          aria-haspopup="listbox"
          aria-controls={listId}
          {...useFieldWiring()}
          aria-label={label}
          disabled={disabled}
          className={classes(
            controlLook,
            controlSize[size],
            "flex w-full items-center justify-between gap-2 text-start focus-visible:field-focus",
            chosen === undefined ? "text-faint" : "text-ink",
            className,
          )}
        >
          <span className="min-w-0 truncate">{chosen ?? placeholder}</span>
          <Icon of={ChevronsUpDown} className="text-muted" />
        </button>
      }
    >
      <Command
        shouldFilter={false}
        loop
        label={searchPlaceholder}
        value={active}
        onValueChange={setActive}
        onKeyDown={wait}
      >
        <Command.Input
          value={needle}
          onValueChange={setNeedle}
          placeholder={searchPlaceholder}
          className="h-10 w-full border-b border-line bg-transparent px-3 text-sm outline-none"
        />
        <OptionList
          options={matches}
          active={active}
          value={value}
          emptyText={emptyTextOf(elsewhere, emptyText)}
          onEnd={elsewhere?.showMore ?? null}
          onChoose={choose}
        />
      </Command>
    </PopoverBox>
  );
}

type OptionListProps<Value extends string> = {
  readonly options: readonly ComboboxOption<Value>[];
  readonly active: string;
  readonly value: Value | null;
  readonly emptyText: string;
  /** Asks for more when the last row is in sight. */
  readonly onEnd: (() => void) | null;
  readonly onChoose: (option: ComboboxOption<Value>) => void;
};

/** Thousands of choices stay quick: only those near what is seen are in the document. */
function OptionList<Value extends string>(props: OptionListProps<Value>) {
  const { options, active, value, emptyText, onEnd, onChoose } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { rows, height, measureRow } = useVirtualList({
    scroller,
    count: options.length,
    rowHeight: ROW_HEIGHT,
    keyOf: (index) => options[index]?.value ?? index,
    onEnd,
    // The arrow keys go from row to row of the document, Home and End to its first and last.
    kept: [0, options.findIndex((option) => option.value === active), options.length - 1],
  });
  return (
    <Command.List ref={scroller} className="max-h-64 overflow-y-auto overscroll-contain p-1">
      <Command.Empty className="px-3 py-6 text-center text-sm text-muted">
        {emptyText}
      </Command.Empty>
      <div className="relative" style={{ height }}>
        {rows.map(({ index, start }) => {
          const option = options[index];
          if (option === undefined) return null;
          return (
            <Command.Item
              key={option.value}
              ref={measureRow}
              data-index={index}
              aria-posinset={index + 1}
              aria-setsize={options.length}
              value={option.value}
              onSelect={() => onChoose(option)}
              className={classes(itemLook, "absolute! inset-x-0")}
              style={{ top: start }}
            >
              {option.mark}
              <span className="min-w-0 truncate">{option.label}</span>
              {option.detail === undefined ? null : (
                <span className="shrink-0 text-xs text-muted tabular">{option.detail}</span>
              )}
              {option.value === value ? <Icon of={Check} className="ms-auto text-accent" /> : null}
            </Command.Item>
          );
        })}
      </div>
    </Command.List>
  );
}

/** Enter before the search has answered means the first of its answer, not what an earlier needle found. */
function useWaitingEnter(isSettled: boolean, onSettled: (isEntered: boolean) => void) {
  const isEntered = useRef(false);
  const settle = useEffectEvent(onSettled);
  useEffect(() => {
    if (!isSettled) return;
    settle(isEntered.current);
    isEntered.current = false;
  }, [isSettled]);
  return (event: KeyboardEvent) => {
    if (isSettled) return;
    isEntered.current = event.key === "Enter";
    if (isEntered.current) event.preventDefault();
  };
}

function emptyTextOf(elsewhere: ComboboxProps<string>["search"], nothingFound: string): string {
  if (elsewhere?.isError) return messages.ui.failedToLoad;
  return elsewhere?.isPending ? messages.ui.loading : nothingFound;
}

function useMatches<Value extends string>(
  options: readonly ComboboxOption<Value>[],
  search: string,
) {
  return useMemo(() => {
    const finds = finder(search);
    return options.filter(({ label, detail }) => finds(label, detail ?? null));
  }, [options, search]);
}
