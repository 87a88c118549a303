import { messages } from "#web/messages/messages.ts";
import { classes } from "#web/ui/classes.ts";
import { bureauName } from "./bureau.ts";

/** A brass globe on petrol, the same in both themes. */
export function BrandMark({
  size = 28,
  className,
}: {
  readonly size?: number;
  readonly className?: string;
}) {
  return (
    <svg
      viewBox="0 0 32 32"
      width={size}
      height={size}
      aria-hidden
      className={classes("shrink-0", className)}
    >
      <rect width="32" height="32" rx="7" fill="#0a4454" />
      <g fill="none" stroke="#d8b873" strokeWidth="1.35">
        <circle cx="16" cy="16" r="9" />
        <ellipse cx="16" cy="16" rx="4.2" ry="9" />
        <path d="M7 16h18" />
      </g>
    </svg>
  );
}

/** Mark, bureau and product, on the screens without a sidebar. */
export function Brand() {
  return (
    <span className="flex items-center gap-3">
      <BrandMark size={34} />
      <span className="flex flex-col">
        <span className="text-base leading-5 font-semibold">{bureauName}</span>
        <span className="text-xs text-muted">{messages.shell.product}</span>
      </span>
    </span>
  );
}
