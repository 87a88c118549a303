import { Link } from "@tanstack/react-router";
import { ChevronRight, MessageSquare, ReceiptText } from "lucide-react";
import type { HomePerson } from "contract/homes";
import { formatLongDay } from "#web/format/long-day.ts";
import { formatWithCode } from "#web/format/money.ts";
import { displayNameOf, initialsOf } from "#web/format/person.ts";
import { formatRelativeTime } from "#web/format/time.ts";
import { homeMessages as texts } from "#web/messages/homes.ts";
import { messages } from "#web/messages/messages.ts";
import { bureauName } from "#web/shell/bureau.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { cardLook } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { tintStyle } from "#web/ui/tint.ts";
import type { HomeProps } from "./home-props.ts";

const heading = "mb-3 px-1 text-lg font-semibold";
const MONEY = { hue: 256 };

/** Invoices that wait to be paid. */
export function ToPay({ home: { invoicesDue }, caseFile }: HomeProps) {
  if (invoicesDue.length === 0) return null;
  return (
    <section aria-labelledby="home-to-pay">
      <h2 id="home-to-pay" className={heading}>
        {texts.toPay}
      </h2>
      <ul className={`${cardLook} divide-y divide-line overflow-clip`}>
        {invoicesDue.map(({ id, invoiceId, currency, totalFee, date }) => (
          <li key={id}>
            <Link
              to="/case/$caseId"
              params={{ caseId: caseFile.caseId }}
              search={{ tab: "invoices", invoice: invoiceId }}
              className="flex items-center gap-3 px-4 py-3 hover:bg-ink/4"
            >
              <span
                style={tintStyle(MONEY)}
                className="tinted grid size-9 shrink-0 place-items-center rounded-md bg-tint text-tint-ink"
              >
                <Icon of={ReceiptText} size={18} />
              </span>
              <span className="min-w-0 flex-1">
                <span className="block text-sm font-medium wrap-anywhere">{invoiceId}</span>
                <span className="block text-xs text-muted">{formatLongDay(date)}</span>
              </span>
              <span className="text-md font-semibold whitespace-nowrap tabular">
                {formatWithCode(totalFee, currency)}
              </span>
              <Icon of={ChevronRight} className="text-muted rtl:rotate-180" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What was said last; leads to the chat. */
export function LatestMessage({ home: { latestMessage }, onChat }: HomeProps) {
  if (latestMessage === null) return null;
  const { author, text, createdAt, isNew } = latestMessage;
  const name = author === null ? messages.users.deletedUser : displayNameOf(author);
  return (
    <section aria-labelledby="home-message">
      <h2 id="home-message" className={heading}>
        {texts.latestMessage}
      </h2>
      <button
        type="button"
        onClick={onChat}
        className={`${cardLook} flex w-full items-start gap-3 px-4 py-3.5 text-start hover:border-line-strong`}
      >
        <Face person={author} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span className="min-w-0 truncate text-sm font-semibold">
              <bdi>{name}</bdi>
            </span>
            <span className="text-xs whitespace-nowrap text-muted">
              {formatRelativeTime(createdAt)}
            </span>
            {isNew ? (
              <span className="ms-auto rounded-full bg-primary px-2 text-2xs font-semibold text-on-primary">
                {texts.isNew}
              </span>
            ) : null}
          </span>
          <span className="block text-base break-words whitespace-pre-line" dir="auto">
            {text}
          </span>
        </span>
      </button>
    </section>
  );
}

/** Who helps: the advisers of the case, or the bureau. */
export function AdviserCard({ home: { advisers }, onChat }: HomeProps) {
  return (
    <section aria-labelledby="home-adviser">
      <h2 id="home-adviser" className={heading}>
        {texts.adviser}
      </h2>
      <div className={`${cardLook} p-4`}>
        {advisers.length === 0 ? (
          <p className="text-md font-semibold">{bureauName}</p>
        ) : (
          <ul className="flex flex-col gap-3">
            {advisers.map((adviser) => (
              <li key={adviser.id} className="flex items-center gap-3">
                <Face person={adviser} size="lg" />
                <span className="min-w-0">
                  <span className="block text-md font-semibold">
                    <bdi>{displayNameOf(adviser)}</bdi>
                  </span>
                  <span className="block text-sm text-muted">{bureauName}</span>
                </span>
              </li>
            ))}
          </ul>
        )}
        <Button
          variant="secondary"
          icon={<Icon of={MessageSquare} />}
          onClick={onChat}
          className="mt-4 h-12 w-full print:hidden"
        >
          {texts.write}
        </Button>
      </div>
    </section>
  );
}

type FaceProps = { readonly person: HomePerson | null; readonly size?: "md" | "lg" };

function Face({ person, size = "md" }: FaceProps) {
  return (
    <Avatar
      initials={person === null ? "??" : initialsOf(person)}
      seed={String(person?.id ?? "")}
      imageUrl={person?.profileImageUrl}
      size={size}
    />
  );
}
