import { getRouteApi, Link } from "@tanstack/react-router";
import { ArrowLeft, FolderX } from "lucide-react";
import { useEffect } from "react";
import { ApiError } from "#web/api/api-error.ts";
import { useCase } from "#web/features/cases/cases.queries.ts";
import { messages } from "#web/messages/messages.ts";
import { usePageTitle } from "#web/shell/page-title.ts";
import { rememberCase } from "#web/shell/recent-cases.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Page } from "#web/ui/page-header.tsx";
import { Skeleton, SkeletonRows, SkeletonScreen } from "#web/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { caseTitle } from "./case-title.ts";
import { CaseView } from "./case-view.tsx";

const texts = messages.caseScreen;
const route = getRouteApi("/signed-in/case/$caseId");

export function CaseScreen() {
  const { caseId } = route.useParams();
  const detail = useCase(caseId);
  // A case that is deleted or taken away while it is open is gone at once, whatever was read of it before.
  const isMissing = detail.error instanceof ApiError && detail.error.status === 404;
  usePageTitle(isMissing ? texts.notFound : caseTitle(detail.data));
  const openedId = isMissing ? undefined : detail.data?.case.id;
  useEffect(() => {
    if (openedId !== undefined) rememberCase(openedId);
  }, [openedId]);
  if (detail.data && !isMissing) {
    return (
      <Page>
        {/* Another case starts with fresh dialogs and tabs. */}
        <CaseView key={detail.data.case.id} detail={detail.data} />
      </Page>
    );
  }
  if (detail.isPending) return <CaseSkeleton />;
  return (
    <Page>
      {isMissing ? (
        <EmptyState
          isPage
          icon={FolderX}
          title={texts.notFound}
          description={texts.notFoundHint}
          action={
            <Button variant="secondary" asChild>
              <Link to="/">
                <Icon of={ArrowLeft} className="rtl:rotate-180" />
                {texts.back}
              </Link>
            </Button>
          }
        />
      ) : (
        <ErrorState
          message={texts.failed}
          onRetry={() => void detail.refetch()}
          retrying={detail.isFetching}
        />
      )}
    </Page>
  );
}

function CaseSkeleton() {
  return (
    <Page>
      <SkeletonScreen label={texts.loading}>
        <Skeleton className="mb-3 h-8 w-72" />
        <Skeleton className="mb-6 h-5 w-full max-w-120" />
        <Skeleton className="mb-6 h-24 w-full rounded-lg" />
        <Skeleton className="mb-4 h-9 w-96 max-w-full" />
        <SkeletonRows count={5} />
      </SkeletonScreen>
    </Page>
  );
}
