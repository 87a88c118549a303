import { Link, Navigate } from "@tanstack/react-router";
import { Columns3, FolderPlus, Plus } from "lucide-react";
import { Suspense, useEffect, useState } from "react";
import { useCurrentUser } from "#web/api/current-user.ts";
import { PipelineStrip } from "#web/features/cases/pipeline-strip.tsx";
import { formatCount } from "#web/format/money.ts";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Deferred } from "#web/ui/deferred.tsx";
import { fetched, useFetchedLater } from "#web/ui/fetched.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Page, PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton, SkeletonCards, SkeletonScreen } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { CaseList, CaseTable } from "./case-list.tsx";
import { CreateMenu } from "./create-menu.tsx";
import { DashboardToolbar, ExportFound } from "./dashboard-toolbar.tsx";
import { type SelectBox, Selection } from "./selection.tsx";
import { useDashboardDialogs } from "./use-dashboard-dialogs.ts";
import { useDashboardList } from "./use-dashboard-list.ts";
import { useGroupJump } from "./use-group-jump.ts";

const texts = messages.cases;

/** Most never see it. */
const EmptyDashboard = fetched(async () => (await import("./empty-dashboard.tsx")).EmptyDashboard);

/** For the first admin of a bureau, in its first days. */
const FirstSteps = fetched(
  async () => (await import("#web/features/operations/first-steps-card.tsx")).FirstStepsCard,
);

/** Fetched with the first dialog that is opened. */
const DashboardDialogs = fetched(
  async () => (await import("./dashboard-dialogs.tsx")).DashboardDialogs,
);

export function DashboardScreen() {
  const user = useCurrentUser();
  const list = useDashboardList(user);
  const dialogs = useDashboardDialogs(user.isAdmin);
  const jump = useGroupJump(list);
  const [selecting, setSelecting] = useState<{ readonly SelectBox: SelectBox } | null>(null);
  useFetchedLater(DashboardDialogs, CaseTable);
  // Whoever looks at the table gets it together with its rows.
  useEffect(() => {
    if (list.view === "table") CaseTable.fetch();
  }, [list.view]);

  const { shown } = list;
  const title = user.isAdmin ? texts.allCases : texts.yourCases;
  if (shown === null && list.error === null) return <DashboardSkeleton />;
  if (shown === null) {
    return (
      <Page>
        <PageHeader title={title} backTo={null} />
        <ErrorState message={texts.loadingFailed} onRetry={list.retry} retrying={list.isPending} />
      </Page>
    );
  }
  const { total, byStatus, only } = shown.counts;
  if (!user.isAdmin && only !== null)
    return <Navigate to="/case/$caseId" params={{ caseId: only }} replace />;
  const shownList = { ...list, shown };
  const exporting =
    list.hasControls && total > 0 ? <ExportFound list={shownList} look="icon" /> : null;
  return (
    <Page>
      <PageHeader
        title={title}
        count={total > 0 ? formatCount(total) : undefined}
        backTo={null}
        actions={
          user.isAdmin ? (
            <div className="flex flex-wrap gap-2 max-md:hidden">
              {exporting}
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
              <CreateMenu />
            </div>
          ) : (
            exporting && <div className="max-md:hidden">{exporting}</div>
          )
        }
      />
      {user.isFirstAdmin ? (
        <Suspense>
          <FirstSteps />
        </Suspense>
      ) : null}
      {total === 0 ? (
        <Suspense>
          <EmptyDashboard user={user} onOpen={dialogs.open} />
        </Suspense>
      ) : (
        <>
          {list.hasControls ? (
            <PipelineStrip counts={byStatus} onJump={jump.toStatus}>
              <BoardLink />
            </PipelineStrip>
          ) : null}
          <DashboardToolbar
            list={shownList}
            user={user}
            onManageSamples={() => dialogs.open({ kind: "samples" })}
          />
          <CaseList
            list={shownList}
            isAdmin={user.isAdmin}
            SelectBox={selecting?.SelectBox}
            jump={jump}
            onOpen={dialogs.open}
          />
        </>
      )}
      {(user.isAdmin || user.role === "agent") && total > 0 ? (
        <Selection list={shown} onReady={setSelecting} />
      ) : null}
      <Deferred needed={dialogs.current !== null} onGiveUp={dialogs.close}>
        <DashboardDialogs dialogs={dialogs} />
      </Deferred>
    </Page>
  );
}

/** Ends the strip; the filters go along. */
function BoardLink() {
  return (
    <Link
      to="/board"
      search={true}
      className="grid min-w-18 place-content-center justify-items-center gap-1 border-s border-line px-1 text-xs font-medium text-accent outline-offset-[-2px] hover:bg-ink/4"
    >
      <Icon of={Columns3} size={18} />
      {texts.openBoard}
    </Link>
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
