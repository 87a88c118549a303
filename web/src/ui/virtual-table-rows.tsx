import type { ComponentProps } from "react";

/** Stands for the rows of a long table that are not in the document. */
export function SpacerRow({
  columns,
  height,
}: {
  readonly columns: number;
  readonly height: number;
}) {
  if (height === 0) return null;
  return (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height, padding: 0 }} />
    </tr>
  );
}

type GroupRowProps = ComponentProps<"tr"> & {
  readonly columns: number;
  readonly "data-index"?: number;
};

/** The head of a group, across the whole table. */
export function GroupRow({ columns, children, ...rest }: GroupRowProps) {
  return (
    <tr className="border-b border-line bg-canvas" {...rest}>
      <td colSpan={columns} className="px-4 py-1">
        {children}
      </td>
    </tr>
  );
}
