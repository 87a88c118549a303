import { Link } from "@tanstack/react-router";
import { CalendarClock, Camera, FileUp, ReceiptText } from "lucide-react";
import type { Home, NeededItem } from "contract/homes";
import type { CaptureTarget } from "#web/features/captures/capture-target.ts";
import { ItemGlyph } from "#web/features/checklist/item-badge.tsx";
import { labelOf } from "#web/features/checklist/item-facts.ts";
import { itemLooks } from "#web/features/checklist/item-look.ts";
import { formatDayInSentence } from "#web/format/long-day.ts";
import { formatWithCode } from "#web/format/money.ts";
import { homeMessages as texts } from "#web/messages/homes.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { RingGlyph } from "#web/ui/ring-glyph.tsx";
import { tintStyle } from "#web/ui/tint.ts";
import { useTouch } from "#web/ui/use-media.ts";
import type { HomeProps } from "./home-props.ts";

/** Amber is the warmest that a date becomes. */
const DUE = { hue: 75 };
const INVOICE = { hue: 256 };

const line = "grid grid-cols-[1.125rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-3 p-4";
/** Below the words on phones, each over the whole width. */
const buttons = "flex flex-wrap gap-2 max-md:col-span-full max-md:flex-col print:hidden";
const button = "max-md:h-12 max-md:w-full max-md:text-md";

type NeedLineProps = Omit<HomeProps, "home"> & {
  readonly need: Home["needs"][number];
  /** The one thing to do first has the strong button. */
  readonly isFirst: boolean;
};

export function NeedLine({ need, ...props }: NeedLineProps) {
  return need.kind === "item" ? (
    <ItemLine need={need} {...props} />
  ) : (
    <InvoiceLine need={need} {...props} />
  );
}

type ItemLineProps = Omit<NeedLineProps, "need"> & { readonly need: NeededItem };

function ItemLine({ need, caseFile, captures, isFirst }: ItemLineProps) {
  const { state, person, upload } = need;
  const hasCamera = useTouch();
  const label = labelOf({ label: need.label, country: upload.country });
  const target: CaptureTarget = { caseId: caseFile.caseId, label, upload };
  return (
    <li className={line}>
      <span className="mt-0.5 self-start">
        <ItemGlyph state={state} size={18} />
      </span>
      <div className="min-w-0">
        <p className="text-md font-semibold" dir="auto">
          {label}
        </p>
        {person === null ? null : (
          <p className="text-sm text-muted">
            <bdi>{texts.forPerson(person)}</bdi>
          </p>
        )}
        <DueLine need={need} />
        <StateLine need={need} caseId={caseFile.caseId} label={label} />
      </div>
      <div className={buttons}>
        {hasCamera ? (
          <Button
            variant={isFirst ? "primary" : "secondary"}
            icon={<Icon of={Camera} />}
            aria-label={texts.photoOf(label)}
            onClick={() => captures.takePhoto(target)}
            className={button}
          >
            {texts.takePhoto}
          </Button>
        ) : null}
        <Button
          variant={isFirst && !hasCamera ? "primary" : "secondary"}
          icon={hasCamera ? undefined : <Icon of={FileUp} />}
          aria-label={texts.fileFor(label)}
          onClick={() => captures.chooseFile(target)}
          className={button}
        >
          {texts.chooseFile}
        </Button>
      </div>
    </li>
  );
}

function DueLine({ need: { dueOn, isOverdue } }: { readonly need: NeededItem }) {
  if (dueOn === null) return null;
  const day = formatDayInSentence(dueOn);
  return (
    <p
      style={tintStyle(DUE)}
      className="tinted mt-1 flex items-center gap-1.5 text-sm font-medium text-tint-ink"
    >
      <Icon of={CalendarClock} size={16} />
      {isOverdue ? texts.overdue(day) : texts.due(day)}
    </p>
  );
}

type StateLineProps = {
  readonly need: NeededItem;
  readonly caseId: string;
  readonly label: string;
};

/** What is wrong with what is there. */
function StateLine({ need, caseId, label }: StateLineProps) {
  const { state, key, publicText, validUntil } = need;
  if (state === "expired") return <p className="mt-1 text-sm">{texts.noLongerValid}</p>;
  if (state === "expiring" && validUntil !== null)
    return <p className="mt-1 text-sm">{texts.validUntil(formatDayInSentence(validUntil))}</p>;
  if (state !== "changes_requested") return null;
  return (
    <p
      style={tintStyle(itemLooks.changes_requested)}
      dir="auto"
      className="tinted mt-2 max-w-140 rounded-md bg-tint px-3 py-2.5 text-sm break-words text-tint-ink"
    >
      {publicText === null ? texts.needsChangesAlone : texts.needsChanges(publicText)}{" "}
      <Link
        to="/case/$caseId/checklist"
        params={{ caseId }}
        hash={key}
        aria-label={texts.seeWhyOf(label)}
        className="relative reach rounded-sm font-medium whitespace-nowrap underline"
      >
        {texts.seeWhy}
      </Link>
    </p>
  );
}

type InvoiceLineProps = Omit<NeedLineProps, "need"> & {
  readonly need: Extract<Home["needs"][number], { kind: "invoice" }>;
};

function InvoiceLine({ need, caseFile, isFirst }: InvoiceLineProps) {
  const { invoiceId, currency, totalFee } = need;
  return (
    <li className={line}>
      <span className="mt-0.5 self-start">
        <RingGlyph {...INVOICE} shape="dashed" size={18} />
      </span>
      <div className="min-w-0">
        <p className="text-md font-semibold wrap-anywhere">{texts.invoice(invoiceId)}</p>
        <p className="text-base font-semibold tabular">{formatWithCode(totalFee, currency)}</p>
      </div>
      <div className={buttons}>
        <Button variant={isFirst ? "primary" : "secondary"} asChild className={button}>
          <Link
            to="/case/$caseId"
            params={{ caseId: caseFile.caseId }}
            search={{ tab: "invoices", invoice: invoiceId }}
            aria-label={texts.openInvoiceOf(invoiceId)}
          >
            <Icon of={ReceiptText} />
            {texts.openInvoice}
          </Link>
        </Button>
      </div>
    </li>
  );
}
