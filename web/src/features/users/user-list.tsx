import { Pencil, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { User } from "contract/users";
import { fullNameOf, initialsOf } from "#web/format/person.ts";
import { formatDate } from "#web/format/time.ts";
import { messages } from "#web/messages/messages.ts";
import { useIsNarrow } from "#web/shell/use-is-narrow.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { HueBadge } from "#web/ui/badge.tsx";
import { cardLook } from "#web/ui/card.tsx";
import { RemovalQuestion } from "#web/ui/removal-question.tsx";
import { RowActions } from "#web/ui/row-actions.tsx";
import { Cell, FoundRow, HeadCell, Table, TableHead } from "#web/ui/table.tsx";
import { useFound } from "#web/ui/use-found.ts";
import { useIsPhone } from "#web/ui/use-media.ts";
import { AccessMenu, useAccessActions } from "./access-menu.tsx";
import { EditUserDialog } from "./edit-user-dialog.tsx";
import { RoleBadge } from "./role-badge.tsx";
import { useRemoveUser } from "./users.queries.ts";

const texts = messages.users;

type UserListProps = {
  readonly users: readonly User[];
  readonly ownId: number;
  /** The one a link points at. */
  readonly found?: number | null;
  /** Shows what programs may do for somebody; absent where none may. */
  readonly onTokens?: (user: User) => void;
};

export function UserList({ users, ownId, found = null, onTokens }: UserListProps) {
  const [edited, setEdited] = useState<User | null>(null);
  const [removed, setRemoved] = useState<User | null>(null);
  const remove = useRemoveUser();
  const Users = useIsNarrow() ? UserCards : UserTable;
  if (users.length === 0) {
    return (
      <p role="status" className="py-8 text-center text-sm text-muted">
        {texts.noneFound}
      </p>
    );
  }
  return (
    <>
      <Users
        users={users}
        ownId={ownId}
        found={found}
        onTokens={onTokens}
        onEdit={setEdited}
        onRemove={setRemoved}
      />
      <EditUserDialog user={edited} onClose={() => setEdited(null)} />
      <RemovalQuestion
        of={removed}
        name={nameOf}
        texts={texts.removeDialog}
        remove={remove}
        onClose={() => setRemoved(null)}
      />
    </>
  );
}

type UsersProps = UserListProps & {
  readonly onEdit: (user: User) => void;
  readonly onRemove: (user: User) => void;
};

function UserTable({ users, ...rest }: UsersProps) {
  return (
    <Table label={texts.active}>
      <TableHead>
        <tr>
          <HeadCell>{texts.columns.name}</HeadCell>
          <HeadCell>{texts.columns.email}</HeadCell>
          <HeadCell>{texts.columns.role}</HeadCell>
          <HeadCell>{texts.columns.created}</HeadCell>
          <HeadCell align="end" staysInSight>
            {texts.columns.actions}
          </HeadCell>
        </tr>
      </TableHead>
      <tbody>
        {users.map((user) => (
          <FoundRow key={user.id} isFound={user.id === rest.found}>
            <Cell>
              <span className="flex items-center gap-3">
                <Picture user={user} />
                <Name user={user} ownId={rest.ownId} className="max-w-64" />
              </span>
            </Cell>
            <Cell className="text-muted">
              <span className="flex items-center gap-2">
                <span className="block max-w-80 truncate" title={user.email}>
                  {user.email}
                </span>
                <MailFails user={user} />
              </span>
            </Cell>
            <Cell>
              <RoleBadge role={user.isAdmin ? "admin" : user.role} />
            </Cell>
            <Cell className="whitespace-nowrap text-muted">{formatDate(user.createdAt)}</Cell>
            <Cell align="end" staysInSight className="whitespace-nowrap">
              <Actions user={user} {...rest} />
            </Cell>
          </FoundRow>
        ))}
      </tbody>
    </Table>
  );
}

function UserCards({ users, ...rest }: UsersProps) {
  return (
    <ul aria-label={texts.active} className={`${cardLook} divide-y divide-line`}>
      {users.map((user) => (
        <UserCard key={user.id} isFound={user.id === rest.found}>
          <Picture user={user} />
          <div className="min-w-0 flex-1">
            <Name user={user} ownId={rest.ownId} />
            <p className="text-sm wrap-anywhere text-muted">{user.email}</p>
            <p className="mt-1.5 flex flex-wrap items-center gap-2 text-xs text-muted">
              <RoleBadge role={user.isAdmin ? "admin" : user.role} />
              <MailFails user={user} />
              {formatDate(user.createdAt)}
            </p>
          </div>
          <span className="-me-2 whitespace-nowrap">
            <Actions user={user} {...rest} />
          </span>
        </UserCard>
      ))}
    </ul>
  );
}

type UserCardProps = { readonly isFound: boolean; readonly children: ReactNode };

function UserCard({ isFound, children }: UserCardProps) {
  return (
    <li {...useFound<HTMLLIElement>(isFound)} className="flex items-start gap-3 p-4">
      {children}
    </li>
  );
}

function Picture({ user }: { readonly user: User }) {
  return (
    <Avatar initials={initialsOf(user)} seed={String(user.id)} imageUrl={user.profileImageUrl} />
  );
}

const FAILING_HUE = 25;

function MailFails({ user }: { readonly user: User }) {
  return user.mailFails ? <HueBadge hue={FAILING_HUE}>{texts.mailFails}</HueBadge> : null;
}

type NameProps = { readonly user: User; readonly ownId: number; readonly className?: string };

function Name({ user, ownId, className = "" }: NameProps) {
  const name = nameOf(user);
  return (
    <span className="flex items-center gap-2">
      <span className={`truncate font-medium ${className}`} title={name} dir="auto">
        {name}
      </span>
      {user.id === ownId ? <span className="text-xs text-muted">{texts.you}</span> : null}
    </span>
  );
}

type ActionsProps = Omit<UsersProps, "users"> & { readonly user: User };

/** Nobody deletes himself: the own row has no such control (I:96). */
function Actions({ user, ownId, onTokens, onEdit, onRemove }: ActionsProps) {
  const name = nameOf(user);
  const isPhone = useIsPhone();
  const access = useAccessActions(user, onTokens);
  const edit = { icon: Pencil, label: texts.edit(name), onSelect: () => onEdit(user) };
  if (user.id === ownId) return <RowActions name={name} actions={[edit]} />;
  const remove = {
    icon: Trash2,
    label: texts.remove(name),
    isDanger: true,
    onSelect: () => onRemove(user),
  };
  if (isPhone) return <RowActions name={name} actions={[edit, ...access, remove]} />;
  return (
    <>
      <RowActions name={name} actions={[edit]} />
      <AccessMenu name={name} actions={access} />
      <RowActions name={name} actions={[remove]} />
    </>
  );
}

function nameOf(user: User): string {
  return fullNameOf(user) || user.email;
}
