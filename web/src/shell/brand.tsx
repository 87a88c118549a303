import { messages } from "#web/messages/messages.ts";
import { classes } from "#web/ui/classes.ts";
import { bureauName, logoMark } from "./bureau.ts";
import { useTheme } from "./theme.ts";

type BrandMarkProps = {
  readonly size?: number;
  /** There is room for a logo that is wider than high. */
  readonly isWide?: boolean;
  readonly className?: string;
};

/** The bureau's logo; without one a brass globe on petrol, the same in both themes. */
export function BrandMark({ size = 28, isWide = false, className }: BrandMarkProps) {
  const { theme } = useTheme();
  const logo = logoMark();
  if (logo !== "")
    return (
      <img
        src={`/api/bureau/logo?theme=${theme}&v=${logo}`}
        alt=""
        className={classes("shrink-0 rounded-sm object-contain", className)}
        style={{
          height: size,
          maxWidth: size * (isWide ? 4 : 1.4),
          // Drawn for light ground, it keeps it.
          background: theme === "dark" && !logo.endsWith(theme) ? "#fff" : "",
        }}
      />
    );
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
      <BrandMark size={34} isWide />
      <span className="flex flex-col">
        <span className="text-base leading-5 font-semibold">{bureauName}</span>
        <span className="text-xs text-muted">{messages.shell.product}</span>
      </span>
    </span>
  );
}
