import { UserPlus } from "lucide-react";
import { useState } from "react";
import type { User } from "contract/users";
import { useCurrentUser } from "#web/api/current-user.ts";
import { useCaseSearch } from "#web/features/cases/use-case-search.ts";
import { ExportButton } from "#web/features/exports/export-button.tsx";
import { UserTokensDialog } from "#web/features/tokens/user-tokens-dialog.tsx";
import { InvitationList } from "#web/features/users/invitation-list.tsx";
import { InviteDialog } from "#web/features/users/invite-dialog.tsx";
import { UserList } from "#web/features/users/user-list.tsx";
import {
  usePendingInvitations,
  useSoughtUser,
  useUserPages,
} from "#web/features/users/users.queries.ts";
import { numberInAddress } from "#web/format/number-in-address.ts";
import { fullNameOf } from "#web/format/person.ts";
import { typingPause } from "#web/lists/use-list.ts";
import { messages } from "#web/messages/messages.ts";
import { AccessDenied } from "#web/shell/access-denied.tsx";
import { Button } from "#web/ui/button.tsx";
import { HeadingCount } from "#web/ui/heading-count.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Page, PageHeader } from "#web/ui/page-header.tsx";
import { SearchInput } from "#web/ui/search-input.tsx";
import { SkeletonRows, SkeletonScreen } from "#web/ui/skeleton.tsx";
import { ErrorState, Gone } from "#web/ui/states.tsx";
import { useAddressSearch, useAddressTexts } from "#web/ui/use-address.ts";
import { useDelayed } from "#web/ui/use-delayed.ts";

const texts = messages.users;

export function UsersScreen() {
  const user = useCurrentUser();
  return user.isAdmin ? <UserManagement ownId={user.id} /> : <AccessDenied />;
}

function UserManagement({ ownId }: { readonly ownId: number }) {
  const everybody = useUserPages("");
  const invitations = usePendingInvitations();
  const [search, setSearch] = useAddressSearch();
  const [address] = useAddressTexts(["user"]);
  const pointedAt = numberInAddress(address.user);
  const { mayHaveTokens = false } = useCurrentUser();
  const [withTokens, setWithTokens] = useState<User | null>(null);
  const [isInviting, setIsInviting] = useState(false);
  const found = useUserPages(useDelayed(search, typingPause(search)));
  const isGone = useSoughtUser(pointedAt, everybody);
  const retry = () => {
    void found.refetch();
    if (everybody.isError) void everybody.refetch();
    void invitations.refetch();
  };

  return (
    <Page>
      <PageHeader
        title={texts.title}
        description={texts.description}
        backTo={null}
        actions={
          <>
            <ExportButton list="users" query={{ q: search.trim() || undefined }} />
            <Button icon={<Icon of={UserPlus} />} onClick={() => setIsInviting(true)}>
              {texts.invite}
            </Button>
          </>
        }
      />
      {found.isPending || invitations.isPending ? (
        <SkeletonScreen label={texts.loading}>
          <SkeletonRows count={6} />
        </SkeletonScreen>
      ) : null}
      {found.isError || invitations.isError ? (
        <ErrorState message={texts.failed} onRetry={retry} retrying={found.isFetching} />
      ) : null}
      {found.users && invitations.data ? (
        <>
          <section className="mb-8">
            <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
              <h2 className="flex items-baseline gap-2 text-base font-semibold">
                {texts.active}{" "}
                {everybody.users ? (
                  <HeadingCount>
                    {texts.count(everybody.users.length, everybody.hasNextPage)}
                  </HeadingCount>
                ) : null}
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
            {isGone ? <Gone className="mb-3">{texts.gone}</Gone> : null}
            <UserList
              users={found.users}
              ownId={ownId}
              found={pointedAt}
              onTokens={mayHaveTokens ? setWithTokens : undefined}
            />
            {found.hasNextPage ? (
              <Button
                variant="secondary"
                className="mt-4 w-full"
                pending={found.isFetchingNextPage}
                pendingText={texts.loading}
                onClick={() => void found.fetchNextPage()}
              >
                {texts.more}
              </Button>
            ) : null}
          </section>
          <section>
            <h2 className="mb-3 flex items-baseline gap-2 text-base font-semibold">
              {texts.pending} <HeadingCount>{invitations.data.length}</HeadingCount>
            </h2>
            <InvitationList invitations={invitations.data} />
          </section>
        </>
      ) : null}
      {withTokens === null ? null : (
        <UserTokensDialog
          user={{ id: withTokens.id, name: fullNameOf(withTokens) || withTokens.email }}
          onClose={() => setWithTokens(null)}
        />
      )}
      {isInviting ? <Invite onClose={() => setIsInviting(false)} /> : null}
    </Page>
  );
}

function Invite({ onClose }: { readonly onClose: () => void }) {
  return <InviteDialog cases={useCaseSearch()} onClose={onClose} />;
}
