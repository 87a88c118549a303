import { useEffect, useRef } from "react";
import { mailChoices, type MailChoices } from "contract/mail-choices";
import { useCurrentUser } from "#web/api/current-user.ts";
import { formatDate } from "#web/format/time.ts";
import { mailChoiceMessages } from "#web/messages/mail-choices.ts";
import { Button } from "#web/ui/button.tsx";
import { SectionCard } from "#web/ui/card.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { SkeletonRows, SkeletonScreen } from "#web/ui/skeleton.tsx";
import { ErrorState, Notice } from "#web/ui/states.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { Cell, HeadCell, Row, Table, TableHead } from "#web/ui/table.tsx";
import { useIsPhone } from "#web/ui/use-media.ts";
import { useChangeMailChoices, useMailChoices } from "./mail-choices.queries.ts";

const texts = mailChoiceMessages;
const segments = mailChoices.map((value) => ({ value, label: texts.choices[value] }));

const ANCHOR = "notifications";

/** What also comes by mail. */
export function MailChoicesCard() {
  const choices = useMailChoices();
  const card = useRef<HTMLDivElement>(null);
  const isThere = choices.data !== undefined;
  // Mails and the bell lead here; until the choices are there, there is nothing to scroll to.
  useEffect(() => {
    if (isThere && window.location.hash === `#${ANCHOR}`) card.current?.scrollIntoView();
  }, [isThere]);
  return (
    <div ref={card} id={ANCHOR} className="scroll-mt-18">
      <SectionCard title={texts.title} description={texts.text} flush>
        <Body choices={choices} />
      </SectionCard>
    </div>
  );
}

function Body({ choices }: { readonly choices: ReturnType<typeof useMailChoices> }) {
  if (choices.data !== undefined) return <Choices choices={choices.data} />;
  if (choices.isError)
    return (
      <ErrorState
        message={texts.failed}
        onRetry={() => void choices.refetch()}
        retrying={choices.isFetching}
      />
    );
  return (
    <SkeletonScreen label={texts.loading}>
      <SkeletonRows count={6} />
    </SkeletonScreen>
  );
}

type ChoicesProps = { readonly choices: MailChoices };

function Choices({ choices }: ChoicesProps) {
  const { mailsOn, remindersOn, undeliverable, zone } = choices;
  const { email } = useCurrentUser();
  const { mutate: change } = useChangeMailChoices();
  const Kinds = useIsPhone() ? KindBlocks : KindTable;
  return (
    <>
      <div className="flex flex-col gap-3 px-5 py-4">
        {mailsOn ? null : (
          <Notice className="flex flex-wrap items-center justify-between gap-3">
            {texts.areOff}
            <Button variant="secondary" size="sm" onClick={() => change({ mailsOn: true })}>
              {texts.switchOn}
            </Button>
          </Notice>
        )}
        {undeliverable === null ? null : (
          <Notice tone="danger" className="break-words">
            {texts.undeliverable(email, formatDate(undeliverable.since))}
          </Notice>
        )}
        <div className="flex flex-wrap gap-x-6">
          <Switch checked={mailsOn} onCheckedChange={(to) => change({ mailsOn: to })}>
            {texts.mailsOn}
          </Switch>
          {remindersOn === null ? null : (
            <Switch checked={remindersOn} onCheckedChange={(to) => change({ remindersOn: to })}>
              {texts.remindersOn}
            </Switch>
          )}
        </div>
      </div>
      <Kinds choices={choices} />
      <div className="space-y-1 border-t border-line px-5 py-4 text-xs text-muted">
        <p>{texts.hint(zone)}</p>
        <p>{texts.foot}</p>
      </div>
    </>
  );
}

function KindTable({ choices: { kinds } }: ChoicesProps) {
  return (
    <div className="border-t border-line">
      <Table plain label={texts.title} minWidth="0">
        <TableHead>
          <tr>
            <HeadCell className="ps-5">{texts.kind}</HeadCell>
            <HeadCell align="end">{texts.mail}</HeadCell>
          </tr>
        </TableHead>
        <tbody>
          {kinds.map((each) => (
            <Row key={each.kind}>
              <Cell className="ps-5 font-medium">{texts.kinds[each.kind]}</Cell>
              <Cell align="end">
                <ChoiceOf each={each} />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function KindBlocks({ choices: { kinds } }: ChoicesProps) {
  return (
    <ul aria-label={texts.title} className="divide-y divide-line border-t border-line">
      {kinds.map((each) => (
        <li key={each.kind} className="px-5 py-3">
          <p className="mb-2 text-sm font-medium">{texts.kinds[each.kind]}</p>
          <ChoiceOf each={each} />
        </li>
      ))}
    </ul>
  );
}

function ChoiceOf({ each: { kind, mail } }: { readonly each: MailChoices["kinds"][number] }) {
  const { mutate: change } = useChangeMailChoices();
  return (
    <SegmentedControl
      label={texts.kinds[kind]}
      value={mail}
      onValueChange={(to) => change({ mail: { [kind]: to } })}
      segments={segments}
      className="max-md:flex max-md:w-full"
    />
  );
}
