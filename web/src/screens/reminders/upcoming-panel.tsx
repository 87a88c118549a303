import { Link } from "@tanstack/react-router";
import { BellRing, ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { REMINDERS_PAGE_SIZE, type UpcomingReminder } from "contract/reminders";
import { dayText } from "#web/features/reminders/reminder-sentence.ts";
import { useUpcomingReminders } from "#web/features/reminders/reminders.queries.ts";
import { bureauDay, formatPlainDate } from "#web/format/time.ts";
import { reminderMessages } from "#web/messages/reminders.ts";
import { cardLook } from "#web/ui/card.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { PlainIconButton } from "#web/ui/plain-icon-button.tsx";
import { SkeletonRows, SkeletonScreen } from "#web/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { Cell, HeadCell, Row, Table, TableHead } from "#web/ui/table.tsx";
import { titleDirection } from "#web/ui/title-direction.ts";
import { useMedia } from "#web/ui/use-media.ts";

const texts = reminderMessages.screen;

/** What comes next: first the cases in which a person has to do something. */
export function UpcomingPanel() {
  const [page, setPage] = useState(1);
  const upcoming = useUpcomingReminders(page);
  if (upcoming.data) {
    const { items, total } = upcoming.data;
    if (total === 0)
      return (
        <div className={cardLook}>
          <EmptyState icon={BellRing} title={texts.empty} />
        </div>
      );
    const needsPerson = items.filter(({ stop }) => stop !== null);
    const waiting = items.filter(({ stop }) => stop === null);
    return (
      <>
        <Group title={texts.needsPerson} items={needsPerson} />
        <Group title={texts.next} items={waiting} />
        <Pages page={page} of={Math.ceil(total / REMINDERS_PAGE_SIZE)} onTurn={setPage} />
      </>
    );
  }
  if (upcoming.isError)
    return (
      <ErrorState
        message={texts.failed}
        onRetry={() => void upcoming.refetch()}
        retrying={upcoming.isFetching}
      />
    );
  return (
    <SkeletonScreen label={texts.loading}>
      <SkeletonRows count={8} />
    </SkeletonScreen>
  );
}

/** The day of the next reminder is in sight, or the rows become cards; never on paper. */
const NARROW = "screen and (max-width: 1023.98px)";

type GroupProps = { readonly title: string; readonly items: readonly UpcomingReminder[] };

function Group({ title, items }: GroupProps) {
  const isNarrow = useMedia(NARROW);
  if (items.length === 0) return null;
  return (
    <div className="mb-8">
      <h2 className="mb-3 text-base font-semibold">{title}</h2>
      {isNarrow ? <Cards title={title} items={items} /> : <Rows title={title} items={items} />}
    </div>
  );
}

function Rows({ title, items }: GroupProps) {
  const { columns } = texts;
  return (
    <Table label={title} minWidth="56rem" className="table-fixed">
      <TableHead>
        <tr>
          <HeadCell>{columns.case}</HeadCell>
          <HeadCell className="w-56">{columns.people}</HeadCell>
          <HeadCell className="w-28">{columns.open}</HeadCell>
          <HeadCell className="w-56">{columns.next}</HeadCell>
          <HeadCell className="w-28">{columns.sent}</HeadCell>
        </tr>
      </TableHead>
      <tbody>
        {items.map((item) => (
          <Row key={item.case.id}>
            <Cell>
              <CaseLink item={item} />
            </Cell>
            <Cell className="text-muted">
              <bdi>{peopleText(item)}</bdi>
            </Cell>
            <Cell className="tabular">{item.openCount}</Cell>
            <Cell>{nextText(item)}</Cell>
            <Cell className="text-muted tabular">{texts.sent(item.sentInRound, item.most)}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function CaseLink({ item }: { readonly item: UpcomingReminder }) {
  return (
    <Link
      to="/case/$caseId/checklist"
      params={{ caseId: item.case.caseId }}
      className="prints max-w-full rounded-sm py-1 font-medium break-words hover:underline"
    >
      <span dir={titleDirection(item.case.title)}>{item.case.title}</span>
      <span className="block text-xs text-muted">{item.case.caseId}</span>
    </Link>
  );
}

function Cards({ title, items }: GroupProps) {
  return (
    <ul aria-label={title} className={`${cardLook} divide-y divide-line`}>
      {items.map((item) => (
        <li key={item.case.id} className="flex flex-col gap-0.5 px-4 py-2.5 text-sm">
          <CaseLink item={item} />
          <span>{nextText(item)}</span>
          <Facts
            className="text-xs text-muted"
            of={[
              <bdi key="people">{peopleText(item)}</bdi>,
              texts.open(item.openCount),
              `${texts.columns.sent}: ${texts.sent(item.sentInRound, item.most)}`,
            ]}
          />
        </li>
      ))}
    </ul>
  );
}

function peopleText({ people }: UpcomingReminder): string {
  return people.map(({ name }) => name).join(", ") || texts.noPeople;
}

function nextText({ stop, nextOn, pausedUntil }: UpcomingReminder): string {
  if (stop !== null) return reminderMessages.stops[stop];
  const isPaused = pausedUntil !== null && pausedUntil > bureauDay(new Date());
  if (isPaused) return texts.paused(formatPlainDate(pausedUntil));
  return nextOn === null ? "" : dayText(nextOn);
}

type PagesProps = {
  readonly page: number;
  readonly of: number;
  readonly onTurn: (page: number) => void;
};

function Pages({ page, of, onTurn }: PagesProps) {
  if (of < 2) return null;
  return (
    <nav aria-label={texts.pages} className="flex items-center justify-center gap-2 text-sm">
      <PlainIconButton
        icon={ChevronLeft}
        label={texts.earlier}
        disabled={page === 1}
        onClick={() => onTurn(page - 1)}
      />
      <span role="status" className="tabular">
        {texts.page(page, of)}
      </span>
      <PlainIconButton
        icon={ChevronRight}
        label={texts.later}
        disabled={page === of}
        onClick={() => onTurn(page + 1)}
      />
    </nav>
  );
}
