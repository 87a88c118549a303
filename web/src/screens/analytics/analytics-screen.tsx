import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { BarChart3 } from "lucide-react";
import { analyticsApi, OVERVIEW_TRANSITIONS, type TransitionStatistic } from "contract/analytics";
import { read } from "#web/api/client.ts";
import { useCurrentUser } from "#web/api/current-user.ts";
import { ExportButton } from "#web/features/exports/export-button.tsx";
import { messages } from "#web/messages/messages.ts";
import { AccessDenied } from "#web/shell/access-denied.tsx";
import { Button } from "#web/ui/button.tsx";
import { cardLook, SectionCard } from "#web/ui/card.tsx";
import { Page, PageHeader } from "#web/ui/page-header.tsx";
import { SkeletonRows, SkeletonScreen } from "#web/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { TabPanel, Tabs } from "#web/ui/tabs.tsx";
import { Figures } from "./figures.tsx";
import { inPipelineOrder } from "./pipeline-order.ts";
import { TransitionRows } from "./transition-rows.tsx";

const texts = messages.analytics;
const route = getRouteApi("/signed-in/analytics");
const tabs = ["overview", "all", "fastest", "slowest"] as const;

export function AnalyticsScreen() {
  const { isAdmin } = useCurrentUser();
  return isAdmin ? <Analytics /> : <AccessDenied text={texts.denied} />;
}

function Analytics() {
  const { tab: wanted } = route.useSearch();
  const navigate = route.useNavigate();
  const tab = tabs.find((known) => known === wanted) ?? "overview";
  const goTo = (value: (typeof tabs)[number]) =>
    void navigate({
      search: { tab: value === "overview" ? undefined : value },
      replace: true,
      resetScroll: false,
    });
  // Nothing tells this screen about a changed status, so it reads anew whenever it is opened.
  const averages = useQuery({ ...read(analyticsApi.listAverages), staleTime: 0 });
  const fastest = useQuery({ ...read(analyticsApi.listFastest), staleTime: 0 });
  const slowest = useQuery({ ...read(analyticsApi.listSlowest), staleTime: 0 });
  const total = useQuery({ ...read(analyticsApi.getTotal), staleTime: 0 });
  const queries = [averages, fastest, slowest, total];

  return (
    <Page width="narrow">
      <PageHeader
        title={texts.title}
        description={texts.description}
        backTo={null}
        actions={<ExportButton list="status-durations" query={{}} />}
      />
      {queries.some((query) => query.isPending) ? (
        <SkeletonScreen label={texts.loading}>
          <SkeletonRows count={6} />
        </SkeletonScreen>
      ) : null}
      {queries.some((query) => query.isError) ? (
        <ErrorState
          message={texts.failed}
          onRetry={() => queries.forEach((query) => void query.refetch())}
        />
      ) : null}
      {averages.data && fastest.data && slowest.data && total.data !== undefined ? (
        <Tabs
          label={texts.tabs.label}
          value={tab}
          onValueChange={goTo}
          items={tabs.map((value) => ({ value, label: texts.tabs[value] }))}
        >
          <TabPanel value="overview">
            <Figures
              total={total.data}
              unique={averages.data.length}
              fastest={fastest.data[0]}
              slowest={slowest.data[0]}
            />
            <Overview averages={averages.data} onViewAll={() => goTo("all")} />
          </TabPanel>
          <TabPanel value="all">
            <Transitions rows={averages.data} emptyText={texts.none} />
          </TabPanel>
          <TabPanel value="fastest">
            <Transitions rows={fastest.data} emptyText={texts.noFastest} ranked />
          </TabPanel>
          <TabPanel value="slowest">
            <Transitions rows={slowest.data} emptyText={texts.noSlowest} ranked />
          </TabPanel>
        </Tabs>
      ) : null}
    </Page>
  );
}

type OverviewProps = {
  readonly averages: readonly TransitionStatistic[];
  readonly onViewAll: () => void;
};

function Overview({ averages, onViewAll }: OverviewProps) {
  return (
    <>
      <Transitions
        rows={inPipelineOrder(averages.slice(0, OVERVIEW_TRANSITIONS))}
        emptyText={texts.none}
      />
      {averages.length > 0 ? (
        <Button variant="secondary" className="mt-4" onClick={onViewAll}>
          {texts.viewAll(averages.length)}
        </Button>
      ) : null}
    </>
  );
}

type TransitionsProps = {
  readonly rows: readonly TransitionStatistic[];
  readonly emptyText: string;
  readonly ranked?: boolean;
};

function Transitions({ rows, emptyText, ranked = false }: TransitionsProps) {
  if (rows.length === 0) {
    return (
      <div className={cardLook}>
        <EmptyState icon={BarChart3} title={emptyText} description={texts.noneHint} />
      </div>
    );
  }
  return (
    <SectionCard title={texts.averages} flush>
      <TransitionRows rows={rows} ranked={ranked} />
    </SectionCard>
  );
}
