import { ChevronLeft, ChevronRight } from "lucide-react";
import { DayPicker } from "react-day-picker";
import { messages } from "#web/messages/messages.ts";
import { classes } from "./classes.ts";

type DateCalendarProps = {
  readonly value: string;
  readonly min: string;
  readonly max: string;
  readonly onValueChange: (value: string) => void;
};

const MONDAY = 1;
const fullDay = new Intl.DateTimeFormat("en-AE", { dateStyle: "full" });
const monthName = new Intl.DateTimeFormat("en", { month: "short" });

const navButton =
  "grid size-8 place-items-center rounded-sm text-muted hover:bg-ink/6 hover:text-ink aria-disabled:opacity-35 rtl:rotate-180";

/** The calendar behind a date field; loaded when first opened. */
export function DateCalendar({ value, min, max, onValueChange }: DateCalendarProps) {
  const chosen = value === "" ? undefined : dayFrom(value);
  const first = dayFrom(min);
  const last = dayFrom(max);
  return (
    <DayPicker
      mode="single"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the calendar was just opened to pick a day
      autoFocus
      selected={chosen}
      onSelect={(day) => (day === undefined ? undefined : onValueChange(textOf(day)))}
      defaultMonth={chosen ?? last}
      startMonth={first}
      endMonth={last}
      disabled={[{ before: first }, { after: last }]}
      captionLayout="dropdown"
      weekStartsOn={MONDAY}
      fixedWeeks
      labels={{
        labelDayButton: (day) => fullDay.format(day),
        labelPrevious: () => messages.ui.previousMonth,
        labelNext: () => messages.ui.nextMonth,
      }}
      formatters={{ formatMonthDropdown: (month) => monthName.format(month) }}
      components={{
        Chevron: ({ orientation }) =>
          orientation === "left" || orientation === "right" ? (
            orientation === "left" ? (
              <ChevronLeft aria-hidden size={16} />
            ) : (
              <ChevronRight aria-hidden size={16} />
            )
          ) : (
            <></>
          ),
      }}
      classNames={{
        months: "relative",
        month_caption: "flex h-8 items-center pe-18",
        dropdowns: "flex gap-1",
        dropdown_root: "relative",
        dropdown:
          "h-8 rounded-sm border border-line-strong bg-surface px-1.5 text-sm font-medium text-ink",
        caption_label: "hidden",
        nav: "absolute end-0 top-0 flex gap-0.5",
        button_previous: navButton,
        button_next: navButton,
        month_grid: "mt-2 border-collapse",
        weekday: "size-9 text-center text-2xs font-medium text-muted",
        day: "p-0 text-center text-sm tabular",
        day_button: classes(
          "size-9 rounded-sm hover:bg-ink/6 disabled:cursor-not-allowed disabled:text-faint disabled:opacity-50",
        ),
        selected: "[&>button]:bg-primary [&>button]:font-semibold [&>button]:text-on-primary",
        today: "[&>button]:shadow-[inset_0_0_0_1px_var(--ring)]",
        outside: "invisible",
      }}
    />
  );
}

function dayFrom(text: string): Date {
  return new Date(`${text}T00:00:00`);
}

function textOf(day: Date): string {
  const pad = (part: number, places: number) => String(part).padStart(places, "0");
  return `${pad(day.getFullYear(), 4)}-${pad(day.getMonth() + 1, 2)}-${pad(day.getDate(), 2)}`;
}
