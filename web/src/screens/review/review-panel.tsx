import { ArrowLeft, ArrowRight, Check } from "lucide-react";
import { useRef, useState } from "react";
import type { QueueRow, ReviewInput } from "contract/reviews";
import { furthestDay } from "#web/features/documents/furthest-day.ts";
import { dateLabelOf } from "#web/features/documents/upload-facts.tsx";
import { ReadingCard } from "#web/features/readings/reading-card.tsx";
import { formatDate } from "#web/format/time.ts";
import { passportReadingTexts } from "#web/messages/readings.ts";
import { reviewMessages as texts } from "#web/messages/review.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { DateInput } from "#web/ui/date-input.tsx";
import { useDeskKeys } from "#web/ui/desk/use-desk-keys.ts";
import { Field } from "#web/ui/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Kbd } from "#web/ui/kbd.tsx";
import { PlainIconButton } from "#web/ui/plain-icon-button.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { AskChanges } from "./ask-changes.tsx";
import { CaseLine, ReviewFacts, SortFirst, Warnings } from "./review-facts.tsx";
import { useDeskReading } from "./use-desk-reading.ts";
import { askedDateOf, dateWarning, needsSorting } from "./warnings.ts";

type ReviewPanelProps = {
  readonly row: QueueRow;
  readonly place: number;
  readonly total: number;
  readonly hasKeys: boolean;
  readonly isPending: boolean;
  readonly hasSample: boolean;
  readonly onSample: (isShown: boolean) => void;
  readonly onDecide: (body: ReviewInput) => void;
  readonly onSkip: () => void;
  readonly onGo: (by: number) => void;
};

/** What is known of the document, and what can be said about it. */
export function ReviewPanel(props: ReviewPanelProps) {
  const { row, place, total, hasKeys, isPending, hasSample, onSample, onDecide, onSkip } = props;
  const { document, person } = row;
  const asked = askedDateOf(row);
  const reading = useDeskReading(row);
  const [typedDay, setDay] = useState<string | null>(null);
  const proven = asked === "expiresOn" ? reading.expiresOn : null;
  const day = typedDay ?? (asked === null ? null : document[asked]) ?? proven ?? "";
  const [isWithoutDate, setIsWithoutDate] = useState(false);
  const [isWaived, setIsWaived] = useState(false);
  const [note, setNote] = useState("");
  const [isAsking, setIsAsking] = useState(false);
  const [isAskedAgain, setAskedAgain] = useState(false);
  const dateField = useRef<HTMLInputElement>(null);
  const askButton = useRef<HTMLButtonElement>(null);
  const mustSort = needsSorting(row);
  const warning = asked === null ? null : dateWarning(row, day);
  const isToldAlready = reading.tellsValidity && day === proven;
  const internalNote = note.trim() === "" ? null : note.trim();

  const accept = () => {
    if (mustSort || isPending) return;
    if (asked !== null && day === "" && !isWithoutDate) {
      dateField.current?.focus();
      return;
    }
    if (reading.asked.length > 0) setAskedAgain(true);
    else acceptNow();
  };
  const acceptNow = () => {
    setAskedAgain(false);
    onDecide({
      decision: "accepted",
      internalNote,
      ...(asked === null || day === "" ? {} : { [asked]: day }),
      withoutDate: isWithoutDate,
      validityWaived: warning !== null && isWaived,
      ...(reading.asked.length === 0
        ? {}
        : { warningsIgnored: reading.asked.map(({ code }) => code) }),
    });
  };
  const ask = () => setIsAsking(true);
  useDeskKeys(
    hasKeys && !isAsking
      ? { a: accept, r: ask, s: onSkip }
      : // Without letters what they would do stands on the buttons.
        {},
  );

  return (
    <>
      <PanelHead row={row} place={place} total={total} onGo={props.onGo} />
      <CaseLine row={row} />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <ReviewFacts row={row} hasSample={hasSample} onSample={onSample} />
        {mustSort ? <SortFirst row={row} /> : null}
        <div className="flex flex-col gap-3 border-t border-line px-5 py-3 empty:hidden">
          <Warnings row={row} dateWarning={isToldAlready ? null : warning} />
          {reading.isPassport ? (
            <ReadingCard
              document={document}
              person={person && { id: person.applicantId, fullName: person.fullName }}
              hasKeys={hasKeys && !isAsking}
            />
          ) : null}
          {asked === null || row.rule?.window == null || row.rule.window.basis === "none" ? null : (
            <>
              <Field label={dateLabelOf(row.rule.window.basis)}>
                <DateInput
                  ref={dateField}
                  value={day}
                  max={asked === "expiresOn" ? furthestDay() : undefined}
                  onValueChange={setDay}
                  onKeyDown={(event) => {
                    if (event.key === "Enter") accept();
                  }}
                />
              </Field>
              {day === "" ? (
                <Checkbox checked={isWithoutDate} onCheckedChange={setIsWithoutDate}>
                  {texts.withoutDate}
                </Checkbox>
              ) : null}
              {warning === null ? null : (
                <Checkbox checked={isWaived} onCheckedChange={setIsWaived}>
                  {texts.anyway}
                </Checkbox>
              )}
            </>
          )}
        </div>
        <div className="border-t border-line px-5 py-3">
          <Field
            label={
              <span className="flex items-baseline gap-2">
                {texts.note}
                <span className="text-xs font-normal text-muted">{texts.noteHint}</span>
              </span>
            }
          >
            <Textarea
              rows={1}
              dir="auto"
              maxLength={2000}
              value={note}
              placeholder={texts.notePlaceholder}
              onChange={(event) => setNote(event.target.value)}
            />
          </Field>
        </div>
      </div>
      {isAsking ? (
        <AskChanges
          row={row}
          isPending={isPending}
          onSend={(changes) =>
            onDecide({ decision: "changes_requested", internalNote, ...changes })
          }
          onBack={() => {
            setIsAsking(false);
            requestAnimationFrame(() => askButton.current?.focus());
          }}
        />
      ) : (
        <div className="grid shrink-0 grid-cols-[auto_auto_1fr] gap-2 border-t border-line bg-canvas px-5 py-3.5 max-md:grid-cols-[1fr_1.3fr_auto] max-md:px-4 max-md:pb-[max(0.5rem,env(safe-area-inset-bottom))]">
          <Button
            size="lg"
            disabled={mustSort}
            title={mustSort ? texts.sortFirstFailed : undefined}
            pending={isPending}
            icon={<Icon of={Check} />}
            onClick={accept}
            className="max-md:h-13 max-md:rounded-lg max-md:px-2 md:px-3"
          >
            {texts.accept}
            <KeyCap shown={hasKeys}>A</KeyCap>
          </Button>
          <Button
            ref={askButton}
            size="lg"
            variant="secondary"
            onClick={ask}
            className="max-md:h-13 max-md:rounded-lg max-md:px-2 md:px-3"
          >
            {texts.askForChanges}
            <KeyCap shown={hasKeys}>R</KeyCap>
          </Button>
          <Button
            size="lg"
            variant="ghost"
            onClick={onSkip}
            className="justify-self-end max-md:h-13 max-md:rounded-lg max-md:px-2 md:-me-2 md:px-2"
          >
            {texts.skip}
            <KeyCap shown={hasKeys}>S</KeyCap>
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={isAskedAgain}
        onOpenChange={setAskedAgain}
        variant="primary"
        title={passportReadingTexts.acceptAnyway}
        description={reading.asked.map(({ text }) => text).join(" ")}
        confirmText={texts.accept}
        onConfirm={acceptNow}
      />
    </>
  );
}

type PanelHeadProps = Pick<ReviewPanelProps, "row" | "place" | "total" | "onGo">;

function PanelHead({ row, place, total, onGo }: PanelHeadProps) {
  return (
    <div className="flex h-12 shrink-0 items-center gap-3 border-b border-line px-5 max-md:hidden">
      <span className="text-sm font-semibold tabular">{texts.position(place, total)}</span>
      <span className="min-w-0 flex-1 truncate text-xs text-muted">
        {texts.waitingSince(formatDate(row.document.uploadedAt))}
      </span>
      <PlainIconButton
        icon={ArrowLeft}
        label={texts.previous}
        disabled={place <= 1}
        onClick={() => onGo(-1)}
      />
      <PlainIconButton
        icon={ArrowRight}
        label={texts.next}
        disabled={place >= total}
        onClick={() => onGo(1)}
      />
    </div>
  );
}

/** Keeps its width where there is no key: the buttons stay where they are. */
function KeyCap({ shown, children }: { readonly shown: boolean; readonly children: string }) {
  return (
    <Kbd
      className={`border-current/30! bg-transparent text-inherit! max-xl:hidden ${shown ? "" : "invisible"}`}
    >
      {children}
    </Kbd>
  );
}
