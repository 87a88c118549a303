import { type ComponentProps, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { cardLook } from "./card.tsx";
import { classes } from "./classes.ts";
import { useFound } from "./use-found.ts";

type TableProps = ComponentProps<"table"> & {
  /** What the table lists, for screen readers. */
  readonly label: string;
  /** Inside a card that has its own border. */
  readonly plain?: boolean;
  /** Below this width the table scrolls sideways; default 40rem. */
  readonly minWidth?: string;
  /** Narrower cells, for tables of many columns. */
  readonly dense?: boolean;
};

/** Rows of 54 px under a header that stays below the portal's bar while the page scrolls; what does not fit scrolls sideways. */
export function Table({
  label,
  plain = false,
  minWidth = "40rem",
  dense = false,
  className,
  children,
  ...rest
}: TableProps) {
  const region = useRef<HTMLDivElement>(null);
  const isTooWide = useIsTooWide(region);
  return (
    <div
      ref={region}
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls sideways must be reachable by keyboard
      tabIndex={isTooWide ? 0 : undefined}
      data-scrolls={isTooWide || undefined}
      data-dense={dense || undefined}
      className={classes(
        !plain && cardLook,
        "group/table outline-offset-2",
        // A box that scrolls is the one its header would stick to: only a table that fits has the page to scroll in.
        isTooWide ? "overflow-x-auto not-has-data-in-sight:fade-at-more" : "overflow-clip",
      )}
    >
      <table
        aria-label={label}
        style={{ minWidth }}
        className={classes("w-full border-collapse text-sm", className)}
        {...rest}
      >
        {children}
      </table>
    </div>
  );
}

function useIsTooWide(region: RefObject<HTMLDivElement | null>): boolean {
  const [isTooWide, setIsTooWide] = useState(false);
  useLayoutEffect(() => {
    const box = region.current;
    const table = box?.querySelector("table");
    if (!box || !table) return;
    const measure = () => setIsTooWide(table.offsetWidth > box.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    observer.observe(table);
    return () => observer.disconnect();
  }, [region]);
  return isTooWide;
}

export function TableHead({ className, ...rest }: ComponentProps<"thead">) {
  return (
    <thead
      className={classes(
        "bg-surface text-xs text-muted shadow-[inset_0_-1px_0_var(--line)] sticky top-14 z-10 group-data-scrolls/table:static",
        className,
      )}
      {...rest}
    />
  );
}

const padding =
  "px-4 group-data-dense/table:px-2 group-data-dense/table:first:ps-4 group-data-dense/table:last:pe-4";

type CellLook = {
  readonly align?: "start" | "end" | "center";
  /** For the last column: its buttons stay in sight while the table scrolls sideways. */
  readonly staysInSight?: boolean;
};
const alignments = { start: "text-start", end: "text-end", center: "text-center" };

const inSight = classes(
  "group-data-scrolls/table:sticky group-data-scrolls/table:end-0 group-data-scrolls/table:bg-surface",
  // What goes on beneath it fades out, so that nobody takes it for the end.
  "group-data-scrolls/table:before:pointer-events-none group-data-scrolls/table:before:absolute group-data-scrolls/table:before:inset-y-0 group-data-scrolls/table:before:end-full group-data-scrolls/table:before:w-10 group-data-scrolls/table:before:fade-ahead group-data-scrolls/table:before:bg-linear-to-r group-data-scrolls/table:before:from-transparent group-data-scrolls/table:before:to-surface rtl:group-data-scrolls/table:before:bg-linear-to-l",
);
const edge = {
  head: "group-data-scrolls/table:shadow-[inset_1px_-1px_0_var(--line)]",
  body: "group-data-scrolls/table:shadow-[inset_1px_0_0_var(--line)]",
};

/** A column's heading. */
export function HeadCell({
  align = "start",
  staysInSight = false,
  className,
  ...rest
}: Omit<ComponentProps<"th">, "align"> & CellLook) {
  return (
    <th
      scope="col"
      data-in-sight={staysInSight || undefined}
      className={classes(
        "h-10 font-medium whitespace-nowrap",
        padding,
        alignments[align],
        staysInSight && classes(inSight, edge.head, "print:hidden"),
        className,
      )}
      {...rest}
    />
  );
}

export function Row({ className, ...rest }: ComponentProps<"tr">) {
  return (
    <tr
      className={classes(
        "group/row h-13.5 border-b border-line last:border-b-0 hover:bg-ink/2",
        className,
      )}
      {...rest}
    />
  );
}

/** A row that a link may point at. */
export function FoundRow({
  isFound,
  ...rest
}: ComponentProps<typeof Row> & { readonly isFound: boolean }) {
  return <Row {...useFound<HTMLTableRowElement>(isFound)} {...rest} />;
}

export function Cell({
  align = "start",
  staysInSight = false,
  className,
  ...rest
}: Omit<ComponentProps<"td">, "align"> & CellLook) {
  return (
    <td
      className={classes(
        "py-1.5",
        padding,
        alignments[align],
        staysInSight && classes(inSight, edge.body, "print:hidden"),
        className,
      )}
      {...rest}
    />
  );
}
