import { useQuery } from "@tanstack/react-query";
import { Mails } from "lucide-react";
import { type MailReplies, type ReceivedReply, repliesApi } from "contract/replies";
import { read } from "#web/api/client.ts";
import { fullNameOf } from "#web/format/person.ts";
import { formatDateTime } from "#web/format/time.ts";
import { replyMessages as texts } from "#web/messages/replies.ts";
import { cardLook } from "#web/ui/card.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { formatFileSize } from "#web/ui/file-size.ts";
import { SkeletonRows, SkeletonScreen } from "#web/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { Cell, HeadCell, Row, Table, TableHead } from "#web/ui/table.tsx";
import { useIsPhone } from "#web/ui/use-media.ts";

/** Whether answers by mail arrive, and what became of the last of them (work/notifications.md 8.5). */
export function MailRepliesPanel() {
  const replies = useQuery(read(repliesApi.list));
  if (replies.data) return <Replies {...replies.data} />;
  if (replies.isError)
    return (
      <ErrorState
        message={texts.failed}
        onRetry={() => void replies.refetch()}
        retrying={replies.isFetching}
      />
    );
  return (
    <SkeletonScreen label={texts.loading}>
      <SkeletonRows count={8} />
    </SkeletonScreen>
  );
}

function Replies({ mailbox, items }: MailReplies) {
  const isPhone = useIsPhone();
  return (
    <>
      <p role="status" className="mb-4 text-sm">
        {stateText(mailbox)}
      </p>
      {items.length === 0 ? (
        <div className={cardLook}>
          <EmptyState icon={Mails} title={texts.empty} />
        </div>
      ) : isPhone ? (
        <Cards items={items} />
      ) : (
        <Rows items={items} />
      )}
    </>
  );
}

type ItemsProps = { readonly items: readonly ReceivedReply[] };

function Rows({ items }: ItemsProps) {
  const { columns } = texts;
  return (
    <Table label={texts.title} minWidth="56rem" className="table-fixed">
      <TableHead>
        <tr>
          <HeadCell className="w-56">{columns.time}</HeadCell>
          <HeadCell className="w-56">{columns.sender}</HeadCell>
          <HeadCell>{columns.person}</HeadCell>
          <HeadCell>{columns.case}</HeadCell>
          <HeadCell>{columns.outcome}</HeadCell>
        </tr>
      </TableHead>
      <tbody>
        {items.map((item) => (
          <Row key={item.id}>
            <Cell className="tabular">{formatDateTime(item.receivedAt)}</Cell>
            <Cell className="text-muted">
              <bdi>{item.sender}</bdi>
            </Cell>
            <Cell>
              <bdi>{personText(item)}</bdi>
            </Cell>
            <Cell>{item.case?.caseId ?? ""}</Cell>
            <Cell>
              {texts.outcomes[item.outcome]}
              <span className="block text-xs text-muted">{formatFileSize(item.size)}</span>
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function Cards({ items }: ItemsProps) {
  return (
    <ul aria-label={texts.title} className={`${cardLook} divide-y divide-line`}>
      {items.map((item) => (
        <li key={item.id} className="flex flex-col gap-0.5 px-4 py-2.5 text-sm">
          <span className="font-medium">{texts.outcomes[item.outcome]}</span>
          <Facts of={[personText(item), item.case?.caseId]} />
          <Facts
            className="text-xs text-muted"
            of={[formatDateTime(item.receivedAt), item.sender, formatFileSize(item.size)]}
          />
        </li>
      ))}
    </ul>
  );
}

function stateText({ state, since, reason }: MailReplies["mailbox"]): string {
  if (state === "none") return texts.none;
  const moment = since === null ? "" : formatDateTime(since);
  if (state === "connected") return texts.connected(moment);
  return since === null ? texts.notYet : texts.away(moment, reason ?? "");
}

function personText({ user }: ReceivedReply): string {
  return user === null ? "" : fullNameOf(user);
}
