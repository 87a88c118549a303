import { Navigate } from "@tanstack/react-router";
import { FolderPlus, Plus } from "lucide-react";
import { useCurrentUser } from "#web/api/current-user.ts";
import { useCases } from "#web/features/cases/cases.queries.ts";
import { formatCount } from "#web/format/money.ts";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Deferred } from "#web/ui/deferred.tsx";
import { fetched, useFetchedLater } from "#web/ui/fetched.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Page, PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton, SkeletonCards, SkeletonScreen } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { CaseList } from "./case-list.tsx";
import { DashboardToolbar } from "./dashboard-toolbar.tsx";
import { EmptyDashboard } from "./empty-dashboard.tsx";
import { PipelineStrip } from "./pipeline-strip.tsx";
import { useDashboardDialogs } from "./use-dashboard-dialogs.ts";
import { useDashboardList } from "./use-dashboard-list.ts";
import { useGroupJump } from "./use-group-jump.ts";

const texts = messages.cases;

/** Fetched with the first dialog that is opened. */
const DashboardDialogs = fetched(
  async () => (await import("./dashboard-dialogs.tsx")).DashboardDialogs,
);

export function DashboardScreen() {
  const user = useCurrentUser();
  const cases = useCases();
  const list = useDashboardList(cases.data ?? [], user);
  const dialogs = useDashboardDialogs(user.isAdmin);
  const jump = useGroupJump(list);
  useFetchedLater(DashboardDialogs);

  if (cases.isPending) return <DashboardSkeleton />;
  if (cases.isError) {
    return (
      <Page>
        <ErrorState
          message={texts.loadingFailed}
          onRetry={() => void cases.refetch()}
          retrying={cases.isFetching}
        />
      </Page>
    );
  }
  const [only, ...others] = cases.data;
  if (!user.isAdmin && only !== undefined && others.length === 0) {
    return <Navigate to="/case/$caseId" params={{ caseId: only.caseId }} replace />;
  }
  return (
    <Page>
      <PageHeader
        title={user.isAdmin ? texts.allCases : texts.yourCases}
        count={cases.data.length > 0 ? formatCount(cases.data.length) : undefined}
        backTo={null}
        actions={
          user.isAdmin ? (
            <div className="flex flex-wrap gap-2 max-md:hidden">
              <Button
                variant="secondary"
                icon={<Icon of={FolderPlus} />}
                onClick={() => dialogs.open({ kind: "samples" })}
              >
                {texts.manageSamples}
              </Button>
              <Button icon={<Icon of={Plus} />} onClick={() => dialogs.open({ kind: "create" })}>
                {texts.create}
              </Button>
            </div>
          ) : undefined
        }
      />
      {cases.data.length === 0 ? (
        <EmptyDashboard user={user} onOpen={dialogs.open} />
      ) : (
        <>
          {list.hasControls ? <PipelineStrip cases={cases.data} onJump={jump.toStatus} /> : null}
          <DashboardToolbar
            list={list}
            isAdmin={user.isAdmin}
            onManageSamples={() => dialogs.open({ kind: "samples" })}
          />
          <CaseList list={list} isAdmin={user.isAdmin} jump={jump} onOpen={dialogs.open} />
        </>
      )}
      <Deferred needed={dialogs.current !== null} onGiveUp={dialogs.close}>
        <DashboardDialogs dialogs={dialogs} />
      </Deferred>
    </Page>
  );
}

function DashboardSkeleton() {
  return (
    <Page>
      <SkeletonScreen label={texts.loadingDashboard}>
        <Skeleton className="mb-6 h-8 w-48" />
        <Skeleton className="mb-5 h-20 w-full rounded-lg" />
        <Skeleton className="mb-6 h-9 w-full max-w-96" />
        <SkeletonCards />
      </SkeletonScreen>
    </Page>
  );
}
