import { getRouteApi } from "@tanstack/react-router";
import { dossierKinds } from "contract/dossier-recipes";
import { useCurrentUser } from "#web/api/current-user.ts";
import { useCase } from "#web/features/cases/cases.queries.ts";
import { dossierMessages as texts } from "#web/messages/dossiers.ts";
import { usePageTitle } from "#web/shell/page-title.ts";
import { Page, PageHeader } from "#web/ui/page-header.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ErrorState, Notice } from "#web/ui/states.tsx";
import { useAddressChoice } from "#web/ui/use-address.ts";
import { BuildStep } from "./build-step.tsx";
import { KindStep } from "./kind-step.tsx";
import { MissingPapers } from "./missing-papers.tsx";
import { PapersStep } from "./papers-step.tsx";
import { type DossierDraft, useDossierDraft } from "./use-dossier-draft.ts";

const route = getRouteApi("/signed-in/case/$caseId/dossiers/new");

const steps = ["whom", "papers", "build"] as const;

/** A dossier in three steps: for whom, of which papers, in which form. */
export function BuildDossierScreen() {
  const { caseId } = route.useParams();
  const detail = useCase(caseId);
  usePageTitle(`${caseId} ${texts.build}`);
  return (
    <Page width="narrow">
      <PageHeader
        title={texts.build}
        description={caseId}
        backTo={`/case/${encodeURIComponent(caseId)}`}
        backText={texts.backToCase}
      />
      {detail.isError ? (
        <ErrorState message={texts.failed} onRetry={() => void detail.refetch()} />
      ) : null}
      {detail.isPending ? <Skeleton className="h-52 w-full rounded-lg" /> : null}
      {detail.data ? <Steps caseFile={detail.data.case} /> : null}
    </Page>
  );
}

type CaseOfDossier = { readonly id: number; readonly caseId: string };

function Steps({ caseFile }: { readonly caseFile: CaseOfDossier }) {
  const user = useCurrentUser();
  const [kind, setKind] = useAddressChoice("kind", dossierKinds, "fiu");
  const isRefused = kind === "passport" && !user.isAdmin;
  return isRefused ? (
    <Notice>{texts.steps.byAdmins}</Notice>
  ) : (
    <Draft caseFile={caseFile} kind={kind} onKind={setKind} />
  );
}

type DraftProps = {
  readonly caseFile: CaseOfDossier;
  readonly kind: (typeof dossierKinds)[number];
  readonly onKind: (kind: (typeof dossierKinds)[number]) => void;
};

function Draft({ caseFile, kind, onKind }: DraftProps) {
  const [step, setStep] = useAddressChoice("step", steps, "whom");
  const draft = useDossierDraft(caseFile.id, kind);
  const { plan } = draft;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <SegmentedControl
          className="max-md:flex max-md:w-full"
          label={texts.build}
          value={step}
          onValueChange={setStep}
          segments={steps.map((value) => ({ value, label: texts.steps[value] }))}
        />
        <p className="text-sm font-medium" role="status">
          {plan.data ? texts.steps.whatIsMissing(plan.data.missing.length) : null}
        </p>
      </div>
      {plan.isError ? (
        <ErrorState message={texts.failed} onRetry={() => void plan.refetch()} />
      ) : null}
      {step === "whom" ? (
        <KindStep
          caseId={caseFile.id}
          draft={draft}
          onKind={onKind}
          onNext={() => setStep("papers")}
        />
      ) : (
        <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
          {step === "papers" ? (
            <PapersStep draft={draft} onNext={() => setStep("build")} />
          ) : (
            <BuildStep caseFile={caseFile} draft={draft} />
          )}
          <Side draft={draft} />
        </div>
      )}
    </>
  );
}

function Side({ draft }: { readonly draft: DossierDraft }) {
  return draft.plan.data ? <MissingPapers draft={draft} plan={draft.plan.data} /> : null;
}
