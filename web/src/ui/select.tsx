import { type KeyboardEvent, Suspense, useId, useState } from "react";
import { messages } from "#web/messages/messages.ts";
import { FetchBoundary } from "./fetch-boundary.tsx";
import { fetched } from "./fetched.tsx";
import { useFieldWiring } from "./field-context.ts";
import { SelectFace, type SelectProps, selectTriggerLook } from "./select-parts.tsx";

const SelectList = fetched(async () => (await import("./select-list.tsx")).SelectList);

const OPENING_KEYS = new Set(["ArrowDown", "ArrowUp", "Enter", " "]);

/**
 * A select. Until it is first opened it is a plain button, which tables of a hundred rows hold a hundred of;
 * the list behind it is fetched on the way.
 */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const [wasOpened, setWasOpened] = useState(false);
  const closed = <ClosedSelect {...props} onOpen={() => setWasOpened(true)} />;
  if (!wasOpened) return closed;
  const choose = (value: string) => props.onValueChange(value as Value);
  return (
    <FetchBoundary fallback={closed} onGiveUp={() => setWasOpened(false)}>
      <Suspense fallback={closed}>
        <SelectList {...props} onValueChange={choose} />
      </Suspense>
    </FetchBoundary>
  );
}

type ClosedSelectProps<Value extends string> = SelectProps<Value> & { readonly onOpen: () => void };

function ClosedSelect<Value extends string>({ onOpen, ...select }: ClosedSelectProps<Value>) {
  const {
    value,
    options,
    placeholder = messages.ui.select,
    label,
    caption,
    look,
    disabled,
    children,
  } = select;
  const listId = useId();
  const chosen = options.find((option) => option.value === value);
  const openByKey = (event: KeyboardEvent) => {
    if (!OPENING_KEYS.has(event.key)) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <button
      type="button"
      role="combobox"
      aria-controls={listId}
      aria-expanded={false}
      aria-autocomplete="none"
      {...useFieldWiring()}
      aria-label={label}
      disabled={disabled}
      data-state="closed"
      data-placeholder={chosen === undefined ? "" : undefined}
      onPointerEnter={SelectList.fetch}
      onFocus={SelectList.fetch}
      onBlur={select.onBlur}
      onClick={onOpen}
      onKeyDown={openByKey}
      className={selectTriggerLook(select)}
    >
      <SelectFace caption={caption} look={look} disabled={disabled}>
        {children ?? chosen?.label ?? placeholder}
      </SelectFace>
    </button>
  );
}
