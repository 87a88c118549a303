import { useCurrentUser } from "#web/api/current-user.ts";
import { bureauMessages as texts } from "#web/messages/bureau.ts";
import { AccessDenied } from "#web/shell/access-denied.tsx";
import { Page, PageHeader } from "#web/ui/page-header.tsx";
import { SkeletonRows, SkeletonScreen } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { BureauForm } from "./bureau-form.tsx";
import { BureauLinks } from "./bureau-links.tsx";
import { useBureau } from "./bureau.queries.ts";
import { LogoCard } from "./logo-card.tsx";
import { MailCard } from "./mail-card.tsx";

/** Who the bureau is, for admins (work/README.md 3). */
export function BureauScreen() {
  return useCurrentUser().isAdmin ? <Bureau /> : <AccessDenied />;
}

function Bureau() {
  return (
    <Page>
      <PageHeader
        title={texts.title}
        description={texts.description}
        backTo={null}
        actions={<BureauLinks />}
      />
      <Parts />
    </Page>
  );
}

function Parts() {
  const bureau = useBureau();
  if (bureau.data)
    return (
      <div className="flex flex-col gap-6">
        <BureauForm bureau={bureau.data} />
        <LogoCard logos={bureau.data.logos ?? []} version={bureau.data.version} />
        <MailCard />
      </div>
    );
  if (bureau.isError)
    return (
      <ErrorState
        message={texts.failed}
        onRetry={() => void bureau.refetch()}
        retrying={bureau.isFetching}
      />
    );
  return (
    <SkeletonScreen label={texts.loading}>
      <SkeletonRows count={6} />
    </SkeletonScreen>
  );
}
