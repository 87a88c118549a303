import { UserPlus } from "lucide-react";
import { useState } from "react";
import { useCurrentUser } from "#web/api/current-user.ts";
import { useCaseSearch } from "#web/features/cases/use-case-search.ts";
import { InvitationList } from "#web/features/users/invitation-list.tsx";
import { InviteDialog } from "#web/features/users/invite-dialog.tsx";
import { UserList } from "#web/features/users/user-list.tsx";
import { usePendingInvitations, useUsers } from "#web/features/users/users.queries.ts";
import { numberInAddress } from "#web/format/number-in-address.ts";
import { fullNameOf } from "#web/format/person.ts";
import { messages } from "#web/messages/messages.ts";
import { AccessDenied } from "#web/shell/access-denied.tsx";
import { Button } from "#web/ui/button.tsx";
import { HeadingCount } from "#web/ui/heading-count.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Page, PageHeader } from "#web/ui/page-header.tsx";
import { SearchInput } from "#web/ui/search-input.tsx";
import { finder } from "#web/ui/search-text.ts";
import { SkeletonRows, SkeletonScreen } from "#web/ui/skeleton.tsx";
import { ErrorState, Gone } from "#web/ui/states.tsx";
import { useAddressSearch, useAddressTexts } from "#web/ui/use-address.ts";

const texts = messages.users;

export function UsersScreen() {
  const user = useCurrentUser();
  return user.isAdmin ? <UserManagement ownId={user.id} /> : <AccessDenied />;
}

function UserManagement({ ownId }: { readonly ownId: number }) {
  const users = useUsers();
  const invitations = usePendingInvitations();
  const [search, setSearch] = useAddressSearch();
  const [address] = useAddressTexts(["user"]);
  const pointedAt = numberInAddress(address.user);
  const [isInviting, setIsInviting] = useState(false);
  const finds = finder(search);
  const found = (users.data ?? []).filter((user) => finds(fullNameOf(user), user.email));
  const retry = () => {
    void users.refetch();
    void invitations.refetch();
  };

  return (
    <Page>
      <PageHeader
        title={texts.title}
        description={texts.description}
        backTo={null}
        actions={
          <Button icon={<Icon of={UserPlus} />} onClick={() => setIsInviting(true)}>
            {texts.invite}
          </Button>
        }
      />
      {users.isPending || invitations.isPending ? (
        <SkeletonScreen label={texts.loading}>
          <SkeletonRows count={6} />
        </SkeletonScreen>
      ) : null}
      {users.isError || invitations.isError ? (
        <ErrorState message={texts.failed} onRetry={retry} retrying={users.isFetching} />
      ) : null}
      {users.data && invitations.data ? (
        <>
          <section className="mb-8">
            <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
              <h2 className="flex items-baseline gap-2 text-base font-semibold">
                {texts.active} <HeadingCount>{users.data.length}</HeadingCount>
              </h2>
              <div className="w-full md:w-72">
                <SearchInput
                  label={texts.search}
                  value={search}
                  onValueChange={setSearch}
                  slashFocuses
                />
              </div>
            </div>
            {pointedAt !== null && !users.data.some(({ id }) => id === pointedAt) ? (
              <Gone className="mb-3">{texts.gone}</Gone>
            ) : null}
            <UserList users={found} ownId={ownId} found={pointedAt} />
          </section>
          <section>
            <h2 className="mb-3 flex items-baseline gap-2 text-base font-semibold">
              {texts.pending} <HeadingCount>{invitations.data.length}</HeadingCount>
            </h2>
            <InvitationList invitations={invitations.data} />
          </section>
        </>
      ) : null}
      {isInviting ? <Invite onClose={() => setIsInviting(false)} /> : null}
    </Page>
  );
}

function Invite({ onClose }: { readonly onClose: () => void }) {
  return <InviteDialog cases={useCaseSearch()} onClose={onClose} />;
}
