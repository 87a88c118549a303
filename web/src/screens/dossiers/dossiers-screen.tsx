import { getRouteApi, Link, useMatch } from "@tanstack/react-router";
import { FolderOutput, Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Dossier } from "contract/dossiers";
import { useCurrentUser } from "#web/api/current-user.ts";
import { useDossiers } from "#web/features/dossiers/dossiers.queries.ts";
import { dossierMessages as texts } from "#web/messages/dossiers.ts";
import { AccessDenied } from "#web/shell/access-denied.tsx";
import { usePageTitle } from "#web/shell/page-title.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Page, PageHeader } from "#web/ui/page-header.tsx";
import { QueryStates } from "#web/ui/query-states.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { useIsPhone } from "#web/ui/use-media.ts";
import { BuildDossierScreen } from "./build-dossier-screen.tsx";
import { DossierCards } from "./dossier-cards.tsx";
import { DossierPanel } from "./dossier-panel.tsx";
import { DossierTable } from "./dossier-table.tsx";

const route = getRouteApi("/signed-in/case/$caseId/dossiers");

/** What has been handed to authorities, and what is being built for them. */
export function DossiersScreen() {
  const user = useCurrentUser();
  // Of the screen that is shown: the address changes a moment before it.
  const isNew = useMatch({ from: "/signed-in/case/$caseId/dossiers/new", shouldThrow: false });
  if (!user.isAdmin && user.role !== "agent") return <AccessDenied />;
  return isNew ? <BuildDossierScreen /> : <Dossiers />;
}

function Dossiers() {
  const { caseId } = route.useParams();
  const dossiers = useDossiers(caseId);
  const [opened, open] = useState<number | null>(null);
  usePageTitle(`${caseId} ${texts.title}`);
  useReadyToast(dossiers.data);
  const isPhone = useIsPhone();
  const List = isPhone ? DossierCards : DossierTable;
  return (
    <Page>
      <PageHeader
        title={texts.title}
        description={caseId}
        backTo={`/case/${encodeURIComponent(caseId)}`}
        backText={texts.backToCase}
        actions={<BuildLink caseId={caseId} />}
      />
      <QueryStates of={dossiers} texts={texts} lines={4} />
      {dossiers.data?.length === 0 ? (
        <EmptyState icon={FolderOutput} title={texts.empty} description={texts.emptyHint} />
      ) : null}
      {dossiers.data && dossiers.data.length > 0 ? (
        <List dossiers={dossiers.data} onOpen={open} />
      ) : null}
      {opened === null ? null : (
        <DossierPanel
          key={opened}
          id={opened}
          others={dossiers.data ?? []}
          onClose={() => open(null)}
        />
      )}
    </Page>
  );
}

function BuildLink({ caseId }: { readonly caseId: string }) {
  return (
    <Button asChild>
      <Link to="/case/$caseId/dossiers/new" params={{ caseId }}>
        <Icon of={Plus} />
        {texts.build}
      </Link>
    </Button>
  );
}

/** Says so when one that was being built has come. */
function useReadyToast(dossiers: readonly Dossier[] | undefined): void {
  const before = useRef(new Map<number, Dossier["state"]>());
  useEffect(() => {
    for (const { id, number, state } of dossiers ?? []) {
      const was = before.current.get(id);
      const wasUnderWay = was === "queued" || was === "running";
      if (wasUnderWay && state === "built") toast({ title: texts.toasts.ready(number) });
      before.current.set(id, state);
    }
  }, [dossiers]);
}
