import { Progress } from "radix-ui";
import { classes } from "./classes.ts";

type ProgressBarProps = {
  /** 0 to 1; `null` while nobody knows. */
  readonly share: number | null;
  readonly label: string;
  readonly className?: string;
};

export function ProgressBar({ share, label, className }: ProgressBarProps) {
  const percent = share === null ? null : Math.round(Math.min(1, Math.max(0, share)) * 100);
  return (
    <Progress.Root
      value={percent}
      aria-label={label}
      className={classes("h-1.5 overflow-hidden rounded-full bg-ink/8", className)}
    >
      <Progress.Indicator
        className={classes(
          "h-full rounded-full bg-accent transition-all",
          percent === null && "w-1/3 animate-shimmer",
        )}
        style={percent === null ? undefined : { width: `${percent}%` }}
      />
    </Progress.Root>
  );
}
