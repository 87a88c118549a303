import { Link } from "@tanstack/react-router";
import { Cake, ChevronRight } from "lucide-react";
import { memo } from "react";
import type { ChecklistItem } from "contract/checklist";
import type {
  FactLine,
  ListedPerson,
  Part,
  Section,
} from "#web/features/checklist/checklist-sections.ts";
import { ItemGlyph } from "#web/features/checklist/item-badge.tsx";
import { PersonBar } from "#web/features/checklist/person-bar.tsx";
import { initialsOfName } from "#web/format/person.ts";
import { formatPlainDate } from "#web/format/time.ts";
import { checklistMessages as texts } from "#web/messages/checklist.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { cardLook } from "#web/ui/card.tsx";
import { classes } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { useIsPrinting } from "#web/ui/use-is-printing.ts";
import type { ItemPlace } from "./item-actions.ts";
import { ItemRow } from "./item-row.tsx";

type ChecklistSectionProps = {
  readonly section: Section;
  readonly place: ItemPlace;
  readonly openFolds: ReadonlySet<string>;
  readonly onFold: (key: string, isOpen: boolean) => void;
};

/** A person, a stage, the whole case, or what the government issues. */
export const ChecklistSection = memo(function ChecklistSection(props: ChecklistSectionProps) {
  const { section, place } = props;
  const { id, person, turns, parts } = section;
  return (
    <section
      aria-labelledby={`${id}-title`}
      className={`${cardLook} scroll-mt-18 overflow-clip max-md:overflow-visible max-md:rounded-none max-md:border-0 max-md:bg-transparent max-md:shadow-none print:border-0`}
      id={id}
    >
      <SectionHead section={section} />
      {turns === null || person === null ? null : (
        <p className="flex items-center gap-4 border-t border-line px-5 py-3 text-sm text-muted max-md:px-0">
          <Icon of={Cake} className="shrink-0" />
          <span>
            <bdi>{texts.turns(person.name, turns.age, formatPlainDate(turns.on))}</bdi>
          </span>
        </p>
      )}
      {parts.map((part) => (
        <SectionPart
          key={part.id}
          {...props}
          part={part}
          person={section.kind === "person" ? person : personOfPart(part, place.people)}
        />
      ))}
    </section>
  );
});

function personOfPart({ lines, notNeeded, later }: Part, people: readonly ListedPerson[]) {
  const [line] = lines;
  const id = line?.kind === "fact" ? line.person.id : firstItem(line?.item, notNeeded, later);
  return people.find((person) => person.id === id) ?? null;
}

function firstItem(
  item: ChecklistItem | undefined,
  notNeeded: readonly ChecklistItem[],
  later: readonly ChecklistItem[],
): number | null {
  return (item ?? notNeeded[0] ?? later[0])?.applicantId ?? null;
}

function SectionHead({ section }: { readonly section: Section }) {
  const { id, title, person, kind, done, total } = section;
  return (
    <header className="flex min-h-16 items-center gap-3 px-5 py-3 max-md:px-0">
      {person === null ? null : (
        <Avatar
          initials={initialsOfName(person.name)}
          seed={String(person.id)}
          size="lg"
          className="print:hidden"
        />
      )}
      <div className="min-w-0 flex-1">
        <h2
          id={`${id}-title`}
          tabIndex={-1}
          className="text-md font-semibold break-words max-md:text-lg"
          dir="auto"
        >
          {title}
        </h2>
        {person === null ? null : <p className="text-xs text-muted">{person.category}</p>}
      </div>
      {kind === "government" || total === 0 ? null : (
        <span className="flex shrink-0 items-center gap-3 text-sm tabular">
          <Figure done={done} total={total} />
          <PersonBar done={done} total={total} className="w-30 max-md:hidden" />
        </span>
      )}
    </header>
  );
}

/** '14 of 15': what is there stands out. */
export function Figure({ done, total }: { readonly done: number; readonly total: number }) {
  return (
    <span className="whitespace-nowrap tabular">
      <span className="font-semibold">{done}</span>{" "}
      <span className="text-muted">{texts.figure(done, total).slice(String(done).length + 1)}</span>
    </span>
  );
}

type SectionPartProps = ChecklistSectionProps & {
  readonly part: Part;
  readonly person: ListedPerson | null;
};

function SectionPart({ section, part, person, place, openFolds, onFold }: SectionPartProps) {
  const { id, title, done, total, lines, notNeeded, later } = part;
  const personName = person?.name ?? null;
  return (
    <div className="max-md:mb-4">
      <h3
        className="flex min-h-9 items-center gap-2 border-t border-line bg-canvas px-5 text-xs font-semibold wrap-anywhere max-md:justify-between max-md:border-0 max-md:px-0 max-md:text-sm"
        dir="auto"
      >
        {title}
        {section.kind === "government" || total === 0 ? null : (
          <span className="shrink-0 font-normal text-muted tabular">
            {texts.figure(done, total)}
          </span>
        )}
      </h3>
      {lines.length === 0 ? null : (
        <ul className={phoneCard}>
          {lines.map((line) =>
            line.kind === "item" ? (
              <ItemRow key={line.item.key} item={line.item} personName={personName} place={place} />
            ) : (
              <FactRow
                key={`${line.person.id}-${line.fact}`}
                line={line}
                caseCode={place.caseCode}
              />
            ),
          )}
        </ul>
      )}
      {(
        [
          [texts.notNeededFold, notNeeded],
          [texts.laterFold, later],
        ] as const
      ).map(([word, items]) => (
        <Fold
          key={word}
          word={word}
          items={items}
          personName={personName}
          place={place}
          isOpen={openFolds.has(`${id} ${word}`)}
          onFold={(isOpen) => onFold(`${id} ${word}`, isOpen)}
        />
      ))}
    </div>
  );
}

/** On phones the lines of a part are a card of their own. */
const phoneCard =
  "border-line max-md:overflow-clip max-md:rounded-lg max-md:border max-md:bg-surface md:border-t";

type FoldProps = {
  readonly word: string;
  readonly items: readonly ChecklistItem[];
  readonly personName: string | null;
  readonly place: ItemPlace;
  readonly isOpen: boolean;
  readonly onFold: (isOpen: boolean) => void;
};

function Fold({ word, items, personName, place, isOpen, onFold }: FoldProps) {
  const isPrinting = useIsPrinting();
  if (items.length === 0) return null;
  const isShown = isOpen || isPrinting;
  return (
    <>
      <button
        type="button"
        aria-expanded={isShown}
        onClick={() => onFold(!isOpen)}
        className="flex h-10 w-full items-center gap-2.5 border-t border-line px-5 text-start text-sm text-muted hover:bg-ink/4 max-md:h-12 max-md:border-0 max-md:px-1 max-md:text-base"
      >
        <Icon
          of={ChevronRight}
          size={14}
          className={classes("transition-transform rtl:rotate-180", isShown && "rotate-90")}
        />
        <span className="tabular">{texts.foldName(word, items.length)}</span>
      </button>
      {isShown ? (
        <ul className={phoneCard}>
          {items.map((item) => (
            <ItemRow key={item.key} item={item} personName={personName} place={place} />
          ))}
        </ul>
      ) : null}
    </>
  );
}

/** What is not known of a person yet, and how much depends on it. */
function FactRow({ line, caseCode }: { readonly line: FactLine; readonly caseCode: string }) {
  const { person, fact, count } = line;
  const name = texts.facts[fact];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-accent-soft/45 px-5 py-3.5 first:border-t-0 max-md:bg-surface max-md:px-4">
      <ItemGlyph state="undecided" />
      <span className="min-w-0 flex-1 text-sm">
        <bdi>{texts.missingFact(name, person.name, count)}</bdi>
      </span>
      <Link
        to="/case/$caseId"
        params={{ caseId: caseCode }}
        search={{ tab: "applicants" }}
        aria-label={texts.addFact(name, person.name)}
        className="relative reach rounded-sm text-sm font-medium text-accent hover:underline print:hidden"
      >
        {texts.add}
      </Link>
    </li>
  );
}
