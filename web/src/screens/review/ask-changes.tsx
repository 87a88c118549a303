import { useEffect, useRef, useState } from "react";
import { alpha3Of, countryOf } from "contract/countries";
import { documentCategoryLabel } from "contract/document-categories";
import { fillReason, type ReviewReason, reasonsOf, reviewReasons } from "contract/review-reasons";
import type { QueueRow } from "contract/reviews";
import { reviewMessages as texts } from "#web/messages/review.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Kbd } from "#web/ui/kbd.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { useUnsaved } from "#web/ui/unsaved.ts";

export type AskedChanges = { readonly reasonCode: ReviewReason; readonly publicText: string };

type AskChangesProps = {
  readonly row: QueueRow;
  readonly isPending: boolean;
  readonly onSend: (asked: AskedChanges) => void;
  readonly onBack: () => void;
};

/** Why another document is needed: a reason, and the sentence that the client reads. */
export function AskChanges({ row, isPending, onSend, onBack }: AskChangesProps) {
  const [code, setCode] = useState<ReviewReason | null>(null);
  const [text, setText] = useState("");
  const list = useRef<HTMLFieldSetElement>(null);
  useUnsaved(code !== null);
  // Whoever asked for it goes on from here.
  useEffect(() => list.current?.querySelector("input")?.focus(), []);
  const mayGo = code !== null && text.trim() !== "" && !isPending;
  const send = () => {
    if (mayGo && code !== null) onSend({ reasonCode: code, publicText: text.trim() });
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the form, wherever in it the focus is
    <form
      aria-label={texts.askForChanges}
      className="flex max-h-[70%] min-h-0 shrink-0 animate-sheet-in flex-col border-t border-line bg-canvas max-md:max-h-none max-md:flex-1"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          event.stopPropagation();
          onBack();
        }
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          send();
        }
      }}
    >
      <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-3">
        <fieldset ref={list}>
          <legend className="mb-1 text-sm font-semibold">{texts.reasons}</legend>
          {reasonsOf(row.document.category).map((each) => (
            <label
              key={each}
              className="flex min-h-10 items-center gap-2.5 rounded-sm px-1.5 text-sm hover:bg-ink/4 max-md:min-h-11"
            >
              <input
                type="radio"
                name="reason"
                value={each}
                checked={code === each}
                onChange={() => {
                  setCode(each);
                  setText(fillReason(each, valuesOf(row)));
                }}
                className="size-4 accent-primary"
              />
              {reviewReasons[each].label}
            </label>
          ))}
        </fieldset>
        <Field label={texts.publicText} className="mt-3 mb-3">
          <Textarea
            rows={4}
            dir="auto"
            maxLength={1000}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
      </div>
      <div className="flex shrink-0 items-center gap-2 border-t border-line px-5 py-3 pb-[max(0.5rem,env(safe-area-inset-bottom))]">
        <Button
          type="submit"
          size="lg"
          disabled={!mayGo}
          pending={isPending}
          pendingText={texts.sending}
        >
          {texts.send}
          <Kbd className="border-current bg-transparent text-inherit max-md:hidden">Ctrl ↵</Kbd>
        </Button>
        <Button variant="ghost" size="lg" onClick={onBack}>
          {texts.back}
        </Button>
      </div>
    </form>
  );
}

/** What the sentences speak of. */
function valuesOf({ document, item, rule, person }: QueueRow) {
  const window = rule?.window ?? null;
  const isOrigin = document.category === "police-origin";
  const citizenship = isOrigin && person?.nationality ? alpha3Of(person.nationality) : null;
  const country = item?.country ?? citizenship;
  const named =
    document.category === "uncategorized" ? null : documentCategoryLabel(document.category);
  return {
    label: item?.label ?? rule?.label ?? named,
    person: person?.fullName.trim() || null,
    days: window === null || window.basis === "none" ? null : window.days,
    day: window === null || window.basis === "none" ? null : window.referenceDay,
    country: country === null ? null : countryOf(country),
  };
}
