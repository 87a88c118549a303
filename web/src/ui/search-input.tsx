import { Search, X } from "lucide-react";
import { type ComponentProps, useEffect, useRef } from "react";
import { messages } from "#web/messages/messages.ts";
import { Icon } from "./icon.tsx";
import { Input } from "./input.tsx";
import { Kbd } from "./kbd.tsx";
import { ownEscape } from "./own-escape.ts";

type SearchInputProps = Omit<
  ComponentProps<typeof Input>,
  "value" | "onChange" | "lead" | "trail" | "type" | "ref"
> & {
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly label: string;
  /** `/` moves the focus here; at most one such box on a page. */
  readonly slashFocuses?: boolean;
};

/** A search box with a clear button; Escape clears it too. */
export function SearchInput({
  value,
  onValueChange,
  label,
  placeholder = label,
  slashFocuses = false,
  ...rest
}: SearchInputProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!slashFocuses) return;
    const focusOnSlash = (event: KeyboardEvent) => {
      if (
        event.key !== "/" ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTyping(event.target)
      )
        return;
      event.preventDefault();
      box.current?.focus();
    };
    document.addEventListener("keydown", focusOnSlash);
    return () => document.removeEventListener("keydown", focusOnSlash);
  }, [slashFocuses]);

  return (
    <Input
      ref={box}
      type="text"
      role="searchbox"
      inputMode="search"
      enterKeyHint="search"
      autoComplete="off"
      spellCheck={false}
      aria-label={label}
      placeholder={placeholder}
      value={value}
      {...(value === "" ? {} : ownEscape)}
      onChange={(event) => onValueChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === "Escape" && value !== "") {
          event.stopPropagation();
          onValueChange("");
        }
      }}
      lead={<Icon of={Search} size={17} />}
      trail={
        value === "" ? (
          slashFocuses ? (
            <Kbd className="pointer-events-none max-md:hidden">/</Kbd>
          ) : undefined
        ) : (
          <button
            type="button"
            aria-label={messages.ui.clear}
            title={messages.ui.clear}
            onClick={() => {
              onValueChange("");
              box.current?.focus();
            }}
            className="grid size-7 place-items-center rounded-sm hover:bg-ink/6 hover:text-ink"
          >
            <Icon of={X} />
          </button>
        )
      }
      {...rest}
    />
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input, textarea, select, [role=dialog] *"))
  );
}
