import { messages } from "#web/messages/messages.ts";
import { classes } from "./classes.ts";

/** A turning ring without words, for places that already say what is going on. */
export function SpinnerRing({ className }: { readonly className?: string }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden className={classes("size-4 animate-spin", className)}>
      <circle
        cx="8"
        cy="8"
        r="6.25"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        opacity="0.25"
      />
      <path
        d="M8 1.75A6.25 6.25 0 0 1 14.25 8"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
      />
    </svg>
  );
}

type SpinnerProps = {
  readonly label?: string;
  readonly labelShown?: boolean;
  readonly className?: string;
};

/** Something is loading. The label is read out; it is also shown when `labelShown`. */
export function Spinner({
  label = messages.ui.loading,
  labelShown = false,
  className,
}: SpinnerProps) {
  return (
    <div
      role="status"
      className={classes("flex items-center justify-center gap-2.5 p-8 text-muted", className)}
    >
      <SpinnerRing className="size-5" />
      <span className={labelShown ? "text-sm" : "sr-only"}>{label}</span>
    </div>
  );
}
