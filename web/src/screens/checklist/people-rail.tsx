import { BriefcaseBusiness, FileQuestion, Landmark, type LucideIcon } from "lucide-react";
import { useEffect, useState } from "react";
import type { Section } from "#web/features/checklist/checklist-sections.ts";
import { PersonBar } from "#web/features/checklist/person-bar.tsx";
import { initialsOfName } from "#web/format/person.ts";
import { checklistMessages as texts } from "#web/messages/checklist.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { classes } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";

export type RailEntry = Pick<Section, "id" | "kind" | "title" | "person" | "done" | "total">;
export const OTHER_FILES = "other-files";

const icons: Partial<Record<string, LucideIcon>> = {
  case: BriefcaseBusiness,
  government: Landmark,
  others: FileQuestion,
};

type PeopleRailProps = {
  readonly label: string;
  readonly sections: readonly RailEntry[];
  readonly otherFiles: number;
};

/** Leads to the sections: beside them where there is room, as chips above them on phones. */
export function PeopleRail({ label, sections, otherFiles }: PeopleRailProps) {
  const ids = [...sections.map(({ id }) => id), ...(otherFiles > 0 ? [OTHER_FILES] : [])];
  const inSight = useSectionInSight(ids);
  const main = sections.filter(({ kind }) => kind === "person" || kind === "stage");
  const rest = sections.filter(({ kind }) => kind === "case" || kind === "government");
  return (
    <nav
      aria-label={label}
      className="sticky top-18 self-start print:hidden max-xl:hidden max-md:top-14 max-md:z-10 max-md:-mx-4 max-md:block max-md:bg-canvas"
    >
      <div className="max-md:flex max-md:gap-2 max-md:overflow-x-auto max-md:px-4 max-md:py-2 no-scrollbar max-md:fade-at-more">
        {main.map((section) => (
          <RailLink key={section.id} section={section} isInSight={inSight === section.id} />
        ))}
        {main.length > 0 && rest.length + otherFiles > 0 ? (
          <hr className="my-2 border-line max-md:hidden" />
        ) : null}
        {rest.map((section) => (
          <RailLink key={section.id} section={section} isInSight={inSight === section.id} />
        ))}
        {otherFiles === 0 ? null : (
          <RailLink
            section={{ id: OTHER_FILES, title: texts.otherFiles, person: null, done: 0, total: 0 }}
            count={otherFiles}
            isInSight={inSight === OTHER_FILES}
          />
        )}
      </div>
    </nav>
  );
}

type RailLinkProps = {
  readonly section: Omit<RailEntry, "kind"> & { readonly kind?: Section["kind"] };
  readonly count?: number;
  readonly isInSight: boolean;
};

function RailLink({ section, count, isInSight }: RailLinkProps) {
  const { id, title, person, done, total, kind = "others" } = section;
  const icon = icons[kind];
  const hasFigure = total > 0 && kind !== "government";
  return (
    <a
      href={`#${id}`}
      aria-current={isInSight ? "location" : undefined}
      onClick={(event) => {
        event.preventDefault();
        goToSection(id);
      }}
      className={classes(
        "flex items-center gap-2.5 rounded-md px-2.5 py-2 hover:bg-ink/4 aria-[current]:bg-ink/6",
        "max-md:h-11 max-md:shrink-0 max-md:rounded-full max-md:border max-md:border-line max-md:bg-surface max-md:ps-2 max-md:pe-3.5 max-md:aria-[current]:border-primary",
      )}
    >
      {person === null ? (
        <span className="grid size-7 shrink-0 place-items-center text-muted">
          {icon === undefined ? null : <Icon of={icon} />}
        </span>
      ) : (
        <Avatar initials={initialsOfName(person.name)} seed={String(person.id)} size="sm" />
      )}
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span
            className={classes(
              "min-w-0 flex-1 text-sm max-md:whitespace-nowrap md:break-words",
              person !== null && "font-medium md:truncate",
            )}
            title={title}
            dir="auto"
          >
            {title}
          </span>
          {hasFigure ? (
            <span className="text-xs text-muted tabular">
              {done}/{total}
            </span>
          ) : null}
          {count === undefined ? null : (
            <span className="rounded-full bg-ink/6 px-1.5 text-xs text-muted tabular">{count}</span>
          )}
        </span>
        {hasFigure ? (
          <PersonBar done={done} total={total} className="mt-1 w-full max-md:hidden" />
        ) : null}
      </span>
    </a>
  );
}

/** Scrolls there, and puts the focus on the heading: the keyboard goes on from it. */
function goToSection(id: string): void {
  document.getElementById(id)?.scrollIntoView({ block: "start" });
  document.getElementById(`${id}-title`)?.focus({ preventScroll: true });
}

/** The last section whose head has passed the upper third of the window. */
function useSectionInSight(ids: readonly string[]): string | null {
  const [inSight, setInSight] = useState<string | null>(null);
  const wanted = ids.join();
  useEffect(() => {
    const look = () => {
      const line = window.innerHeight / 3;
      const passed = wanted
        .split(",")
        .filter((id) => (document.getElementById(id)?.getBoundingClientRect().top ?? line) < line);
      setInSight(passed.at(-1) ?? wanted.split(",")[0] ?? null);
    };
    look();
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, [wanted]);
  return inSight;
}
