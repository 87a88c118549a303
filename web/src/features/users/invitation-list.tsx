import { MailPlus, RotateCw, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Invitation } from "contract/users";
import { fullNameOf } from "#web/format/person.ts";
import { formatDate } from "#web/format/time.ts";
import { messages } from "#web/messages/messages.ts";
import { HueBadge } from "#web/ui/badge.tsx";
import { cardLook } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { RemovalQuestion } from "#web/ui/removal-question.tsx";
import { RowActions } from "#web/ui/row-actions.tsx";
import { Cell, HeadCell, Row, Table, TableHead } from "#web/ui/table.tsx";
import { useIsPhone } from "#web/ui/use-media.ts";
import { RoleBadge } from "./role-badge.tsx";
import { useRemoveInvitation, useResendInvitation } from "./users.queries.ts";

const texts = messages.users;
const PENDING_HUE = 82;
const EXPIRED_HUE = 25;

export function InvitationList({ invitations }: { readonly invitations: readonly Invitation[] }) {
  const [removed, setRemoved] = useState<Invitation | null>(null);
  const remove = useRemoveInvitation();
  const Invitations = useIsPhone() ? InvitationCards : InvitationTable;
  return (
    <>
      {invitations.length === 0 ? (
        <p
          className={`${cardLook} flex min-h-13.5 flex-wrap items-center gap-x-3 px-5 py-2 text-sm text-muted max-md:px-4`}
        >
          <Icon of={MailPlus} size={18} />
          <span className="font-medium text-ink">{texts.noPending}</span>
          <span>{texts.noPendingHint}</span>
        </p>
      ) : (
        <Invitations invitations={invitations} onRemove={setRemoved} />
      )}
      <RemovalQuestion
        of={removed}
        name={({ email }) => email}
        texts={texts.withdrawDialog}
        remove={remove}
        onClose={() => setRemoved(null)}
      />
    </>
  );
}

type InvitationsProps = {
  readonly invitations: readonly Invitation[];
  readonly onRemove: (invitation: Invitation) => void;
};

function InvitationTable({ invitations, onRemove }: InvitationsProps) {
  return (
    <Table label={texts.pending} minWidth="52rem">
      <TableHead>
        <tr>
          <HeadCell>{texts.columns.name}</HeadCell>
          <HeadCell>{texts.columns.email}</HeadCell>
          <HeadCell>{texts.columns.role}</HeadCell>
          <HeadCell>{texts.columns.invited}</HeadCell>
          <HeadCell>{texts.columns.expires}</HeadCell>
          <HeadCell>{texts.columns.status}</HeadCell>
          <HeadCell align="end" staysInSight>
            {texts.columns.actions}
          </HeadCell>
        </tr>
      </TableHead>
      <tbody>
        {invitations.map((invitation) => (
          <Row key={invitation.id}>
            <Cell>
              <span className="block max-w-56 truncate font-medium" dir="auto">
                {fullNameOf(invitation) || "–"}
              </span>
            </Cell>
            <Cell className="text-muted">
              <span className="block max-w-72 truncate" title={invitation.email}>
                {invitation.email}
              </span>
            </Cell>
            <Cell>
              <RoleBadge role={invitation.isAdmin ? "admin" : invitation.role} />
            </Cell>
            <Cell className="whitespace-nowrap text-muted">{formatDate(invitation.invitedAt)}</Cell>
            <Cell className="whitespace-nowrap text-muted">{formatDate(invitation.expiresAt)}</Cell>
            <Cell>
              <StateBadge invitation={invitation} />
            </Cell>
            <Cell align="end" staysInSight className="whitespace-nowrap">
              <Actions invitation={invitation} onRemove={onRemove} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function InvitationCards({ invitations, onRemove }: InvitationsProps) {
  return (
    <ul aria-label={texts.pending} className={`${cardLook} divide-y divide-line`}>
      {invitations.map((invitation) => (
        <li key={invitation.id} className="flex items-start gap-3 p-4">
          <div className="min-w-0 flex-1">
            <p className="truncate font-medium" dir="auto">
              {fullNameOf(invitation) || invitation.email}
            </p>
            <p className="text-sm wrap-anywhere text-muted">{invitation.email}</p>
            <p className="mt-1.5 flex flex-wrap items-center gap-2 text-xs text-muted">
              <StateBadge invitation={invitation} />
              <RoleBadge role={invitation.isAdmin ? "admin" : invitation.role} />
              <span>
                {texts.columns.expires} {formatDate(invitation.expiresAt)}
              </span>
            </p>
          </div>
          <span className="-me-2 whitespace-nowrap">
            <Actions invitation={invitation} onRemove={onRemove} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function StateBadge({ invitation }: { readonly invitation: Invitation }) {
  return isExpired(invitation) ? (
    <HueBadge hue={EXPIRED_HUE}>{texts.statuses.expired}</HueBadge>
  ) : (
    <HueBadge hue={PENDING_HUE}>{texts.statuses.pending}</HueBadge>
  );
}

type ActionsProps = Pick<InvitationsProps, "onRemove"> & { readonly invitation: Invitation };

function Actions({ invitation, onRemove }: ActionsProps) {
  const resend = useResendInvitation();
  return (
    <RowActions
      name={invitation.email}
      actions={[
        {
          icon: RotateCw,
          label: texts.resend(invitation.email),
          isPending: resend.isPending,
          onSelect: () => resend.mutate(invitation),
        },
        {
          icon: Trash2,
          label: texts.withdraw(invitation.email),
          isDanger: true,
          onSelect: () => onRemove(invitation),
        },
      ]}
    />
  );
}

function isExpired(invitation: Invitation): boolean {
  return Date.parse(invitation.expiresAt) <= Date.now();
}
