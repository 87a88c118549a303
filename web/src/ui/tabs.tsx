import { Tabs as Primitive } from "radix-ui";
import { type ReactNode, useEffect, useRef } from "react";
import { classes } from "./classes.ts";

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
        className="no-scrollbar relative flex gap-6 overflow-x-auto border-b border-line max-md:-mx-4 max-md:gap-5 max-md:px-4 max-md:fade-at-more"
      >
        {items.map((item) => (
          <Primitive.Trigger
            key={item.value}
            value={item.value}
            className="group relative h-11 shrink-0 text-base font-medium whitespace-nowrap text-muted outline-offset-[-3px] transition-colors after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 hover:text-ink data-[state=active]:text-ink data-[state=active]:after:bg-accent"
          >
            {item.label}
            {item.count === undefined ? null : (
              <span className="ms-1 text-xs text-muted tabular"> {item.count}</span>
            )}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {children}
    </Primitive.Root>
  );
}

type TabPanelProps = {
  readonly value: string;
  readonly className?: string;
  readonly children: ReactNode;
};

export function TabPanel({ value, className, children }: TabPanelProps) {
  return (
    <Primitive.Content
      value={value}
      className={classes("pt-6 outline-none focus-visible:outline-2", className)}
    >
      {children}
    </Primitive.Content>
  );
}
