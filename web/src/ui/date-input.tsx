import { Calendar } from "lucide-react";
import { type ComponentProps, Suspense, useState } from "react";
import { bureauDay } from "#web/format/time.ts";
import { messages } from "#web/messages/messages.ts";
import { classes } from "./classes.ts";
import { FetchBoundary } from "./fetch-boundary.tsx";
import { fetched } from "./fetched.tsx";
import { Icon } from "./icon.tsx";
import { Input } from "./input.tsx";
import { Popover } from "./popover.tsx";
import { SpinnerRing } from "./spinner.tsx";

const DateCalendar = fetched(async () => (await import("./date-calendar.tsx")).DateCalendar);

type DateInputProps = Omit<
  ComponentProps<typeof Input>,
  "type" | "value" | "onChange" | "min" | "max" | "trail"
> & {
  /** `YYYY-MM-DD`, empty for none. */
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  /** `YYYY-MM-DD`; 1900-01-01 unless said otherwise. */
  readonly min?: string;
  /** `YYYY-MM-DD`; the bureau's today unless said otherwise. */
  readonly max?: string;
};

const EARLIEST_DAY = "1900-01-01";

/** A day that can be typed, or chosen from a calendar that reaches back to 1900. */
export function DateInput({
  value,
  onValueChange,
  min = EARLIEST_DAY,
  max,
  className,
  disabled,
  ...rest
}: DateInputProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [today, setToday] = useState(() => bureauDay(new Date()));
  const latest = max ?? today;
  const openOrClose = (open: boolean) => {
    // The page may have stood open past midnight.
    setToday(bureauDay(new Date()));
    setIsOpen(open);
  };
  return (
    <Input
      type="date"
      value={value}
      min={min}
      max={latest}
      disabled={disabled}
      onChange={(event) => onValueChange(event.target.value)}
      className={classes(
        "[&_input]:tabular [&_input::-webkit-calendar-picker-indicator]:hidden",
        className,
      )}
      trail={
        <Popover
          modal
          open={isOpen}
          onOpenChange={openOrClose}
          align="end"
          label={messages.ui.chooseDate}
          className="p-3"
          trigger={
            <button
              type="button"
              disabled={disabled}
              aria-label={messages.ui.chooseDate}
              title={messages.ui.chooseDate}
              className="relative grid size-8 reach place-items-center rounded-sm text-muted hover:text-ink disabled:opacity-45"
            >
              <Icon of={Calendar} />
            </button>
          }
        >
          <FetchBoundary onGiveUp={() => setIsOpen(false)}>
            <Suspense fallback={<SpinnerRing className="m-24 size-5 text-muted" />}>
              <DateCalendar
                value={value}
                min={min}
                max={latest}
                onValueChange={(day) => {
                  onValueChange(day);
                  setIsOpen(false);
                }}
              />
            </Suspense>
          </FetchBoundary>
        </Popover>
      }
      {...rest}
    />
  );
}
