import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { HeadingCount } from "./heading-count.tsx";
import { Icon } from "./icon.tsx";

export type GroupHeaderProps = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: ReactNode;
  readonly count?: ReactNode;
  readonly mark?: ReactNode;
  /** Heading level for the outline of the page. */
  readonly level?: 2 | 3;
  readonly className?: string;
};

/** The line above a group: chevron, mark, name and count. For lists that are virtual or tables: the rows are yours. */
export function GroupHeader({
  open,
  onOpenChange,
  title,
  count,
  mark,
  level = 2,
  className,
}: GroupHeaderProps) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <Heading className={classes("text-base font-medium", className)}>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => onOpenChange(!open)}
        className="relative -ms-1 inline-flex reach min-h-9 max-w-full items-center gap-2 rounded-sm ps-1 pe-2 text-start"
      >
        <Icon
          of={ChevronDown}
          className={classes(
            "text-muted transition-transform",
            !open && "-rotate-90 rtl:rotate-90",
          )}
        />
        {mark}
        <span className="truncate">{title}</span>
        {count === undefined ? null : <HeadingCount>{count}</HeadingCount>}
      </button>
    </Heading>
  );
}
