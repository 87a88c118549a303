import { Tabs as Primitive } from "radix-ui";
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { messages } from "#web/messages/messages.ts";
import { classes } from "./classes.ts";
import { UnsavedInput, UnsavedPlace, useHasUnsaved } from "./unsaved.ts";

export type TabItem<Value extends string> = {
  readonly value: Value;
  readonly label: string;
  readonly count?: number;
};

type TabsProps<Value extends string> = {
  /** Controlled: keep it in the URL. */
  readonly value: Value;
  readonly onValueChange: (value: Value) => void;
  readonly items: readonly TabItem<Value>[];
  readonly label: string;
  /** `TabPanel`s. */
  readonly children: ReactNode;
  readonly className?: string;
};

/** What has been typed into each tab and not saved. */
const TabPlaces = createContext((_tab: string): UnsavedInput => new UnsavedInput());

/** Underlined tabs that scroll sideways on phones and keep the chosen one in sight. */
export function Tabs<Value extends string>({
  value,
  onValueChange,
  items,
  label,
  children,
  className,
}: TabsProps<Value>) {
  const list = useRef<HTMLDivElement>(null);
  const placeOf = usePlaces();
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>("[data-state=active]");
    if (!list.current || !chosen) return;
    const middle = chosen.offsetLeft - (list.current.clientWidth - chosen.offsetWidth) / 2;
    list.current.scrollTo({ left: middle });
  }, [value]);
  return (
    <Primitive.Root
      value={value}
      onValueChange={(next) => onValueChange(next as Value)}
      className={className}
    >
      <Primitive.List
        ref={list}
        aria-label={label}
        className="no-scrollbar relative -mx-1.5 flex gap-6 overflow-x-auto px-1.5 max-md:-mx-4 max-md:border-b max-md:border-line md:bg-linear-to-r md:from-line md:to-line md:bg-size-[calc(100%-0.75rem)_1px] md:bg-bottom md:bg-no-repeat max-md:gap-5 max-md:px-4 max-md:fade-at-more"
      >
        {items.map((item) => (
          <Primitive.Trigger
            key={item.value}
            value={item.value}
            className="group relative -mx-1.5 h-11 shrink-0 rounded-sm px-1.5 text-base font-medium whitespace-nowrap text-muted outline-offset-[-2px] transition-colors after:absolute after:inset-x-1.5 after:bottom-0 after:h-0.5 hover:text-ink data-[state=active]:text-ink data-[state=active]:after:bg-accent"
          >
            {item.label}
            {item.count === undefined ? null : (
              <span className="ms-1 text-xs text-muted tabular"> {item.count}</span>
            )}
            <UnsavedDot place={placeOf(item.value)} />
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      <TabPlaces value={placeOf}>{children}</TabPlaces>
    </Primitive.Root>
  );
}

function usePlaces(): (tab: string) => UnsavedInput {
  const around = useContext(UnsavedPlace);
  const [placeOf] = useState(() => {
    const places = new Map<string, UnsavedInput>();
    return (tab: string) => {
      const place = places.get(tab) ?? new UnsavedInput(around);
      places.set(tab, place);
      return place;
    };
  });
  return placeOf;
}

function UnsavedDot({ place }: { readonly place: UnsavedInput }) {
  if (!useHasUnsaved(place)) return null;
  return (
    <span className="absolute -end-2.5 top-3.5 size-1.5 rounded-full bg-brass">
      <span className="sr-only"> {messages.ui.unsavedTab}</span>
    </span>
  );
}

type TabPanelProps = {
  readonly value: string;
  readonly className?: string;
  readonly children: ReactNode;
};

/** What was typed into a panel stays there while another one is looked at. */
export function TabPanel({ value, className, children }: TabPanelProps) {
  const place = useContext(TabPlaces)(value);
  const isKept = useHasUnsaved(place);
  return (
    <Primitive.Content
      value={value}
      forceMount={isKept || undefined}
      className={classes(
        "pt-6 outline-none focus-visible:outline-2 data-[state=inactive]:hidden",
        className,
      )}
    >
      <UnsavedPlace value={place}>{children}</UnsavedPlace>
    </Primitive.Content>
  );
}
