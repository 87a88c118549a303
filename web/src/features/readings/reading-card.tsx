import { EllipsisVertical } from "lucide-react";
import { useRef, useState } from "react";
import type { CaseDocument } from "contract/documents";
import { readingMessages, type UsableField, type VerdictChoice } from "contract/reading-parts";
import type { PassportReading } from "contract/readings";
import { ApiError } from "#web/api/api-error.ts";
import { passportReadingTexts as texts } from "#web/messages/readings.ts";
import { Button } from "#web/ui/button.tsx";
import { useDeskKeys } from "#web/ui/desk/use-desk-keys.ts";
import { DropdownMenu, MenuItem } from "#web/ui/dropdown-menu.tsx";
import { Kbd } from "#web/ui/kbd.tsx";
import { PlainIconButton } from "#web/ui/plain-icon-button.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { LinesStrip } from "./lines-strip.tsx";
import { PassportWarnings } from "./passport-warnings.tsx";
import { ProposalTable } from "./proposal-table.tsx";
import { isSame, matchingOf, rowsOf } from "./reading-rows.ts";
import { ReadingState } from "./reading-state.tsx";
import {
  type Choices,
  useDecideFields,
  useReadAgain,
  useReading,
  useTakeFieldBack,
} from "./readings.queries.ts";
import { SameLine } from "./same-line.tsx";
import { TypedLines } from "./type-lines.tsx";
import type { PersonOfLines } from "./typed-lines-dialog.tsx";
import { useDecidedFields } from "./use-decided-fields.ts";

type ReadingCardProps = {
  readonly document: CaseDocument;
  readonly person: PersonOfLines | null;
  /** Whether single letters do something. */
  readonly hasKeys: boolean;
};

/** What was read from a passport; a person decides about every value. */
export function ReadingCard({ document, person, hasKeys }: ReadingCardProps) {
  const { data: reading, error, isFetching, refetch } = useReading(document.id, true);
  const [isTyping, setTyping] = useState(false);
  const again = useReadAgain();
  if (error instanceof ApiError && error.status === 403) return null;
  const isUnread = error instanceof ApiError && error.status === 404;
  if (error !== null && !isUnread && reading === undefined)
    return (
      <ErrorState message={texts.notLoaded} onRetry={() => void refetch()} retrying={isFetching} />
    );
  const shown = isUnread ? null : reading;
  const ways = {
    onReadAgain: () => again.mutate(document),
    isAsking: again.isPending,
    onType: () => setTyping(true),
  };
  return (
    <section aria-label={texts.title} className="flex min-w-0 flex-col gap-3">
      <header className="flex items-center justify-between gap-2">
        <h3 className="text-sm font-semibold">{texts.title}</h3>
        {shown?.lines ? (
          <DropdownMenu
            trigger={<PlainIconButton size="sm" icon={EllipsisVertical} label={texts.more} />}
          >
            <MenuItem onSelect={ways.onReadAgain}>{texts.readAgain}</MenuItem>
            <MenuItem onSelect={ways.onType}>{texts.typeLines}</MenuItem>
          </DropdownMenu>
        ) : null}
      </header>
      <ReadingState reading={shown} {...ways} />
      {shown?.lines ? (
        <Proposals
          document={document}
          reading={shown}
          lines={shown.lines}
          hasKeys={hasKeys}
          onType={ways.onType}
        />
      ) : null}
      <TypedLines
        isOpen={isTyping}
        caseId={document.caseId}
        person={person}
        first={shown?.lines ?? undefined}
        onClose={() => setTyping(false)}
      />
    </section>
  );
}

type ProposalsProps = {
  readonly document: CaseDocument;
  readonly reading: PassportReading;
  readonly lines: readonly [string, string];
  readonly hasKeys: boolean;
  readonly onType: () => void;
};

function Proposals({ document, reading, lines, hasKeys, onType }: ProposalsProps) {
  const [said, setSaid] = useState("");
  const [areAllShown, setAllShown] = useState(false);
  const { decided, fresh, decide: remember, takeBack: forget } = useDecidedFields();
  const box = useRef<HTMLDivElement>(null);
  const decide = useDecideFields(document.id);
  const takeBack = useTakeFieldBack(document.id);
  const rows = rowsOf(reading);
  const same = rows.filter((row) => isSame(row) && !decided.has(row.name));
  const matching = matchingOf(reading);

  const send = (fields: Choices, told: () => void) => {
    const names = Object.keys(fields) as UsableField[];
    decide.mutate(fields, {
      onSuccess: () => {
        remember(names.filter((name) => !same.some((row) => row.name === name)));
        told();
      },
    });
  };
  const choose = (field: UsableField, choice: VerdictChoice) => {
    const label = texts.fields[field];
    send({ [field]: choice }, () => {
      if (choice !== "set_aside") toast({ title: texts.toasts.used(label) });
      setSaid(
        choice === "set_aside" ? texts.announced.setAside(label) : texts.announced.used(label),
      );
      requestAnimationFrame(() => focusNextAction(box.current, field));
    });
  };
  const useMatching = () => {
    const [first] = matching;
    if (first === undefined || decide.isPending) return;
    const told =
      matching.length === 1
        ? texts.toasts.used(texts.fields[first])
        : texts.toasts.usedMany(matching.length);
    send(Object.fromEntries(matching.map((field) => [field, "use" as const])), () => {
      toast({ title: told });
      setSaid(`${told}.`);
    });
  };
  useDeskKeys(hasKeys ? { u: useMatching } : {});

  const pending = new Set([
    ...(decide.isPending ? (Object.keys(decide.variables) as UsableField[]) : []),
    ...(takeBack.isPending ? [takeBack.variables] : []),
  ]);
  return (
    <>
      <LinesStrip documentId={document.id} lines={lines} />
      <PassportWarnings warnings={reading.warnings} document={document} />
      {reading.document === "passport" && reading.applicantId === null ? (
        <p className="text-sm text-muted">{readingMessages.noPerson}</p>
      ) : null}
      {rows.length === 0 ? null : (
        <div ref={box} tabIndex={-1} className="flex flex-col gap-2 outline-none">
          <ProposalTable
            rows={areAllShown ? rows : rows.filter((row) => !same.includes(row))}
            used={decided}
            fresh={fresh}
            pending={pending}
            onDecide={choose}
            onTakeBack={(field) =>
              takeBack.mutate(field, {
                onSuccess: () => {
                  forget(field);
                  setSaid(texts.announced.takenBack(texts.fields[field]));
                },
              })
            }
            onType={onType}
          />
          <SameLine
            labels={same.map(({ name }) => texts.fields[name])}
            isOpen={areAllShown}
            onToggle={() => setAllShown(!areAllShown)}
          />
          <div>
            <Button
              variant="secondary"
              size="sm"
              disabled={matching.length === 0}
              pending={decide.isPending && Object.keys(decide.variables).length > 1}
              onClick={useMatching}
            >
              {texts.useMatching}
              {hasKeys ? <Kbd className="max-xl:hidden">U</Kbd> : null}
            </Button>
          </div>
        </div>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}

/** A keyboard goes on with the next value that somebody has to decide about. */
function focusNextAction(box: HTMLElement | null, after: UsableField): void {
  const open = [...(box?.querySelectorAll<HTMLElement>("[data-open-action]") ?? [])];
  const order = Object.keys(texts.fields);
  const placeOf = (button: HTMLElement) => order.indexOf(button.dataset["openAction"] ?? "");
  const next = open.find((button) => placeOf(button) > order.indexOf(after)) ?? open[0] ?? box;
  next?.focus({ preventScroll: next === box });
}
