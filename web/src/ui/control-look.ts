export type ControlSize = "md" | "lg";

/** What text fields and everything that opens like one have in common, but for width and colour of the text. */
export const controlLook =
  "min-w-0 rounded-md border border-field bg-surface shadow-card transition-[border-color,box-shadow] " +
  "hover:border-muted disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted disabled:hover:border-field " +
  "aria-invalid:border-danger aria-invalid:shadow-[0_0_0_1px_var(--danger)]";

export const controlSize: Record<ControlSize, string> = {
  md: "h-9 finger:h-11 px-3 text-base finger:text-input",
  lg: "h-11 px-3 text-base finger:text-input",
};
