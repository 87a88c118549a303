import { getRouteApi, Link } from "@tanstack/react-router";
import { ArrowLeft, FolderX } from "lucide-react";
import { ApiError } from "#web/api/api-error.ts";
import { useCase } from "#web/features/cases/cases.queries.ts";
import { useChecklist } from "#web/features/checklist/checklist.queries.ts";
import { checklistMessages as texts } from "#web/messages/checklist.ts";
import { messages } from "#web/messages/messages.ts";
import { usePageTitle } from "#web/shell/page-title.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Page, PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton, SkeletonScreen } from "#web/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { ChecklistView } from "./checklist-view.tsx";

const route = getRouteApi("/signed-in/case/$caseId/checklist");

/** What a case needs, what is there, and what is wrong with it (checklist.md 4.2). */
export function ChecklistScreen() {
  const { caseId } = route.useParams();
  const checklist = useChecklist(caseId);
  const detail = useCase(caseId);
  const isMissing = [checklist.error, detail.error].some(
    (error) => error instanceof ApiError && error.status === 404,
  );
  usePageTitle(isMissing ? messages.caseScreen.notFound : `${caseId} ${texts.title}`);
  if (isMissing) return <CaseMissing />;
  if (checklist.data && detail.data)
    return <ChecklistView key={caseId} checklist={checklist.data} detail={detail.data} />;
  const isFailed = checklist.isError || detail.isError;
  return (
    <Page width="narrow">
      <PageHeader
        title={texts.title}
        description={caseId}
        backTo={`/case/${encodeURIComponent(caseId)}`}
        backText={texts.backToCase}
      />
      {isFailed ? (
        <ErrorState
          message={texts.failed}
          onRetry={() => void Promise.all([checklist.refetch(), detail.refetch()])}
          retrying={checklist.isFetching || detail.isFetching}
        />
      ) : (
        <ChecklistSkeleton />
      )}
    </Page>
  );
}

function CaseMissing() {
  const { notFound, notFoundHint, back } = messages.caseScreen;
  return (
    <Page>
      <EmptyState
        isPage
        icon={FolderX}
        title={notFound}
        description={notFoundHint}
        action={
          <Button variant="secondary" asChild>
            <Link to="/">
              <Icon of={ArrowLeft} className="rtl:rotate-180" />
              {back}
            </Link>
          </Button>
        }
      />
    </Page>
  );
}

const SECTIONS = 3;
const ROWS = 5;

function ChecklistSkeleton() {
  return (
    <SkeletonScreen label={texts.loading}>
      <Skeleton className="mb-5 h-26 w-full rounded-lg" />
      <Skeleton className="mb-4 h-9 w-64" />
      <div className="grid gap-6 xl:grid-cols-[13.5rem_minmax(0,1fr)]">
        <Skeleton className="h-52 rounded-lg max-xl:hidden" />
        <div className="flex flex-col gap-4">
          {Array.from({ length: SECTIONS }, (_, section) => (
            <div key={section} className="flex flex-col gap-px">
              <Skeleton className="h-16 rounded-t-lg" />
              {Array.from({ length: ROWS }, (__, row) => (
                <Skeleton key={row} className="h-11" />
              ))}
            </div>
          ))}
        </div>
      </div>
    </SkeletonScreen>
  );
}
