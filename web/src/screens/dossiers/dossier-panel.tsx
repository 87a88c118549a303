import { type ReactNode, useState } from "react";
import { type Dossier, type DossierDetail, type DossierFile, dossiersApi } from "contract/dossiers";
import { useCurrentUser } from "#web/api/current-user.ts";
import { download } from "#web/api/download.ts";
import { urlOf } from "#web/api/request.ts";
import { useBuildDossier, useDossier } from "#web/features/dossiers/dossiers.queries.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { formatPlainDate } from "#web/format/time.ts";
import { dossierMessages as texts } from "#web/messages/dossiers.ts";
import { Button } from "#web/ui/button.tsx";
import { formatFileSize } from "#web/ui/file-size.ts";
import { SidePanel } from "#web/ui/side-panel.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { FileViewer } from "#web/viewer/file-viewer.tsx";
import { Comparison } from "./comparison.tsx";
import { HandInDialog, RemoveDialog } from "./dossier-dialogs.tsx";
import { DossierState } from "./dossier-state.tsx";

type DossierPanelProps = {
  readonly id: number;
  readonly others: readonly Dossier[];
  readonly onClose: () => void;
};

export function DossierPanel({ id, others, onClose }: DossierPanelProps) {
  const detail = useDossier(id);
  const dossier = detail.data;
  return (
    <SidePanel
      open
      onOpenChange={onClose}
      title={dossier?.title ?? texts.title}
      meta={dossier ? texts.named(dossier.number) : undefined}
    >
      {detail.isError ? (
        <ErrorState message={texts.failed} onRetry={() => void detail.refetch()} />
      ) : null}
      {detail.isPending ? <Skeleton className="h-52 w-full" /> : null}
      {dossier ? <Content dossier={dossier} others={others} onClose={onClose} /> : null}
    </SidePanel>
  );
}

type ContentProps = Omit<DossierPanelProps, "id"> & { readonly dossier: DossierDetail };

function Content({ dossier, others, onClose }: ContentProps) {
  return (
    <div className="flex flex-col gap-5">
      <DossierState dossier={dossier} />
      <Facts dossier={dossier} />
      <Actions dossier={dossier} onClose={onClose} />
      {dossier.files.length > 0 ? <Files dossier={dossier} /> : null}
      {dossier.state === "built" ? <Comparison dossier={dossier} others={others} /> : null}
      <Papers dossier={dossier} />
    </div>
  );
}

function Facts({ dossier }: { readonly dossier: DossierDetail }) {
  const { addressee, reason, authorityReference, builtBy, handedInOn, removedReason } = dossier;
  const { facts } = texts;
  return (
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] items-baseline gap-x-4 gap-y-2.5 text-sm">
      <Fact word={facts.addressee}>{addressee}</Fact>
      <Fact word={facts.builtBy}>{builtBy?.name ?? texts.deletedUser}</Fact>
      <Fact word={texts.columns.handedIn}>{handedInOn && formatPlainDate(handedInOn)}</Fact>
      <Fact word={facts.reference}>{authorityReference}</Fact>
      <Fact word={facts.reason}>{reason}</Fact>
      <Fact word={facts.removed}>{removedReason}</Fact>
    </dl>
  );
}

function Fact({ word, children }: { readonly word: string; readonly children: ReactNode }) {
  if (children === null) return null;
  return (
    <>
      <dt className="text-muted">{word}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  );
}

function Actions({ dossier, onClose }: Pick<ContentProps, "dossier" | "onClose">) {
  const { id, state, caseId } = dossier;
  const user = useCurrentUser();
  const again = useBuildDossier(caseId);
  const [dialog, setDialog] = useState<"handIn" | "remove" | null>(null);
  const close = () => setDialog(null);
  const isOver = state === "built" || state === "failed" || state === "cancelled";
  return (
    <div className="flex flex-wrap gap-2">
      {state === "built" ? (
        <>
          <Button onClick={() => save(urlOf(dossiersApi.download, { params: { id } }))}>
            {texts.downloadAll}
          </Button>
          <Button variant="secondary" onClick={() => setDialog("handIn")}>
            {texts.handIn}
          </Button>
        </>
      ) : null}
      {state === "failed" ? (
        <Button
          pending={again.isPending}
          onClick={() => again.mutate(sameAgain(dossier), { onSuccess: onClose })}
        >
          {texts.tryAgain}
        </Button>
      ) : null}
      {user.isAdmin && isOver ? (
        <Button variant="secondary" onClick={() => setDialog("remove")}>
          {texts.remove}
        </Button>
      ) : null}
      {dialog === "handIn" ? <HandInDialog dossier={dossier} onClose={close} /> : null}
      {dialog === "remove" ? <RemoveDialog dossier={dossier} onClose={close} /> : null}
    </div>
  );
}

function sameAgain({ kind, title, addressee, reason, options, chosen }: DossierDetail) {
  return { kind, title, addressee, reason, options, ...chosen };
}

function save(url: string): void {
  void download(url).catch(failureToast(texts.errorTitle, texts.failed));
}

const SHOWN_OF_SUM = 12;

function Files({ dossier: { id, files } }: { readonly dossier: DossierDetail }) {
  const [viewed, view] = useState<string | number | null>(null);
  const addressOf = ({ position }: DossierFile) => ({ params: { id, position } });
  const shown = files
    .filter(({ kind }) => kind === "part")
    .map((file) => ({
      key: file.position,
      name: file.name,
      mimeType: "application/pdf",
      url: urlOf(dossiersApi.viewFile, addressOf(file)),
      downloadUrl: urlOf(dossiersApi.downloadFile, addressOf(file)),
    }));
  return (
    <section>
      <h3 className="mb-2 text-sm font-semibold">{texts.files}</h3>
      <ul className="flex flex-col gap-3 text-sm">
        {files.map((file) => (
          <li key={file.position} className="flex flex-col gap-1">
            <span className="wrap-anywhere">{file.name}</span>
            <span className="flex flex-wrap items-center gap-2 text-xs text-muted">
              {formatFileSize(file.bytes)}
              <code title={file.sha256}>{file.sha256.slice(0, SHOWN_OF_SUM)}</code>
              {file.kind === "part" ? (
                <Button variant="secondary" size="sm" onClick={() => view(file.position)}>
                  {texts.view}
                </Button>
              ) : null}
              <Button
                variant="secondary"
                size="sm"
                onClick={() => save(urlOf(dossiersApi.downloadFile, addressOf(file)))}
              >
                {texts.download}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <FileViewer files={shown} current={viewed} onCurrentChange={view} />
    </section>
  );
}

function Papers({ dossier: { documents } }: { readonly dossier: DossierDetail }) {
  if (documents.length === 0) return null;
  return (
    <section>
      <h3 className="mb-2 text-sm font-semibold">{texts.papers(documents.length)}</h3>
      <ol className="flex flex-col gap-2 text-sm">
        {documents.map((paper) => (
          <li key={paper.position} className="flex justify-between gap-3">
            <span className="min-w-0">
              {paper.position} {paper.label}
              <span className="block text-xs text-muted">
                <bdi>{paper.personName}</bdi>
                {paper.documentId === null ? ` · ${texts.gone}` : null}
              </span>
            </span>
            <span className="shrink-0 text-xs text-muted">
              {paper.firstPage === null || paper.lastPage === null
                ? texts.separate
                : texts.pageSpan(paper.firstPage, paper.lastPage)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
