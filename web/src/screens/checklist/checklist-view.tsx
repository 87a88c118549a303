import { Link } from "@tanstack/react-router";
import { FileDown, Layers, Plus, Printer, User, Users } from "lucide-react";
import { useDeferredValue, useMemo, useState } from "react";
import type { CaseDetail } from "contract/cases";
import { type Checklist, checklistApi } from "contract/checklist";
import type { ItemState } from "contract/checklist-parts";
import { documentsApi } from "contract/documents";
import { download } from "#web/api/download.ts";
import { urlOf } from "#web/api/request.ts";
import { useSeededApplicants } from "#web/features/applicants/use-seeded-applicants.ts";
import { ProgramName } from "#web/features/cases/program-name.tsx";
import {
  beginningOf,
  isNeededFromClient,
  listedPeople,
  sectionsOf,
} from "#web/features/checklist/checklist-sections.ts";
import { ItemGlyph } from "#web/features/checklist/item-badge.tsx";
import { addressOf } from "#web/features/documents/document-actions.tsx";
import { RemindersCard } from "#web/features/reminders/reminders-card.tsx";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { checklistMessages as texts } from "#web/messages/checklist.ts";
import { Button } from "#web/ui/button.tsx";
import { cardLook } from "#web/ui/card.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Page, PageHeader } from "#web/ui/page-header.tsx";
import { PlainIconButton } from "#web/ui/plain-icon-button.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { titleDirection } from "#web/ui/title-direction.ts";
import { useAddressChoice } from "#web/ui/use-address.ts";
import { useKeySet } from "#web/ui/use-key-set.ts";
import { FileViewer } from "#web/viewer/file-viewer.tsx";
import { BuildDossier } from "./build-dossier.tsx";
import { ChecklistDialogs } from "./checklist-dialogs.tsx";
import { useChecklistPlace } from "./checklist-place.tsx";
import { ChecklistSection } from "./checklist-section.tsx";
import { OtherFiles } from "./other-files.tsx";
import { PeopleRail } from "./people-rail.tsx";
import { SummaryCard } from "./summary-card.tsx";

type ChecklistViewProps = { readonly checklist: Checklist; readonly detail: CaseDetail };

export function ChecklistView({ checklist, detail }: ChecklistViewProps) {
  const { case: caseFile, documents } = detail;
  const { stored } = useSeededApplicants(caseFile);
  const applicants = stored.data ?? detail.applicants;
  const people = useMemo(() => listedPeople(applicants), [applicants]);
  const [arrangement, arrange] = useAddressChoice("by", ["person", "stage"], "person");
  const [open, setOpen] = useAddressChoice("open", ["0", "1"], "0");
  const [state, setState] = useState<ItemState | null>(null);
  const { keys: openFolds, put: putFold } = useKeySet();
  const [viewed, setViewed] = useState<string | number | null>(null);
  const { place, dialog, openDialog, closeDialog, announced, sample } = useChecklistPlace({
    checklist,
    caseFile,
    people,
    onView: setViewed,
  });
  const sections = useMemo(
    () => sectionsOf(checklist, people, { arrangement, openOnly: open === "1", state }),
    [checklist, people, arrangement, open, state],
  );
  // Five hundred lines take longer to draw than a press may.
  const choice = `${arrangement} ${open} ${state}`;
  const isWhole = useDeferredValue(choice) === choice;
  const drawn = useMemo(() => (isWhole ? sections : beginningOf(sections)), [sections, isWhole]);
  const isFiltered = open === "1" || state !== null;
  const isStaff = checklist.can.decide;
  const showEverything = () => {
    setOpen("0");
    setState(null);
  };

  return (
    <Page width="narrow">
      <PageHeader
        title={texts.title}
        description={
          <Facts
            className="text-xs"
            of={[
              caseFile.caseId,
              <ProgramName key="program" program={caseFile.citizenshipProgram} />,
              <span key="title" dir={titleDirection(caseFile.title)}>
                {caseFile.title}
              </span>,
            ]}
          />
        }
        backTo={`/case/${encodeURIComponent(caseFile.caseId)}`}
        backText={texts.backToCase}
        actions={
          <>
            <span className="max-md:hidden">
              <DownloadMissing checklist={checklist} caseCode={caseFile.caseId} />
            </span>
            <Button
              variant="secondary"
              icon={<Icon of={Printer} />}
              onClick={() => window.print()}
              className="max-md:hidden"
            >
              {texts.print}
            </Button>
            {isStaff ? <BuildDossier caseId={caseFile.caseId} /> : null}
            {isStaff ? (
              <Button icon={<Icon of={Plus} />} onClick={() => openDialog({ kind: "ask" })}>
                {texts.ask.open}
              </Button>
            ) : null}
          </>
        }
      />
      <SummaryCard checklist={checklist} caseFile={caseFile} state={state} onState={setState}>
        <DownloadMissing checklist={checklist} caseCode={caseFile.caseId} isIcon />
      </SummaryCard>
      {isStaff ? <RemindersCard caseFile={caseFile} /> : null}
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 md:justify-start">
        <SegmentedControl
          label={texts.arrangement}
          value={arrangement}
          onValueChange={arrange}
          segments={[
            { value: "person", label: texts.byPerson, icon: User },
            { value: "stage", label: texts.byStage, icon: Layers },
          ]}
        />
        <Switch checked={open === "1"} onCheckedChange={(isOn) => setOpen(isOn ? "1" : "0")}>
          {texts.openOnly}
        </Switch>
      </div>
      {people.length === 0 ? (
        <div className={cardLook}>
          <EmptyState
            icon={Users}
            title={texts.noApplicants}
            action={
              <Button variant="secondary" asChild>
                <Link
                  to="/case/$caseId"
                  params={{ caseId: caseFile.caseId }}
                  search={{ tab: "applicants" }}
                >
                  {texts.addApplicants}
                </Link>
              </Button>
            }
          />
        </div>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 max-md:gap-2 print:block xl:grid-cols-[13.5rem_minmax(0,1fr)]">
          <PeopleRail
            label={arrangement === "person" ? texts.people : texts.stages}
            sections={sections}
            otherFiles={isFiltered ? 0 : checklist.others.length}
          />
          <div className="flex min-w-0 flex-col gap-4 max-xl:col-span-full">
            {drawn.map((section) => (
              <ChecklistSection
                key={section.id}
                section={section}
                place={place}
                openFolds={openFolds}
                onFold={putFold}
              />
            ))}
            {sections.length === 0 ? <NothingOpen onShowAll={showEverything} /> : null}
            {isFiltered ? null : (
              <OtherFiles
                others={checklist.others}
                documents={documents}
                caseId={caseFile.id}
                isStaff={isStaff}
                onView={setViewed}
              />
            )}
          </div>
        </div>
      )}
      <p role="status" className="sr-only">
        {announced}
      </p>
      <ChecklistDialogs
        dialog={dialog}
        caseFile={caseFile}
        people={people}
        isStaff={isStaff}
        onClose={closeDialog}
      />
      <FileViewer
        files={viewedFiles(checklist, detail)}
        current={viewed}
        onCurrentChange={setViewed}
      />
      {sample}
    </Page>
  );
}

function NothingOpen({ onShowAll }: { readonly onShowAll: () => void }) {
  return (
    <div className={`${cardLook} flex flex-col items-center gap-3 px-6 py-14 text-center`}>
      <ItemGlyph state="accepted" size={40} />
      <p className="text-md font-semibold">{texts.everythingHere}</p>
      <Button variant="secondary" onClick={onShowAll}>
        {texts.showEverything}
      </Button>
    </div>
  );
}

type DownloadMissingProps = {
  readonly checklist: Checklist;
  readonly caseCode: string;
  /** Where the words have no room. */
  readonly isIcon?: boolean;
};

/** A PDF for the client of what he has still to send. */
function DownloadMissing({ checklist, caseCode, isIcon = false }: DownloadMissingProps) {
  const [isPending, setIsPending] = useState(false);
  const save = async () => {
    setIsPending(true);
    try {
      const url = urlOf(checklistApi.downloadMissing, { params: { caseId: caseCode } });
      await download(url, texts.downloadName(caseCode));
    } catch (error) {
      failureToast(texts.downloadFailedTitle, texts.downloadFailed)(error);
    } finally {
      setIsPending(false);
    }
  };
  const isNothing = !checklist.items.some(isNeededFromClient);
  if (isIcon) {
    return (
      <PlainIconButton
        icon={FileDown}
        look="outline"
        label={texts.download}
        className="size-11!"
        disabled={isNothing}
        pending={isPending}
        onClick={() => void save()}
      />
    );
  }
  return (
    <Button
      variant="secondary"
      icon={<Icon of={FileDown} />}
      disabled={isNothing}
      pending={isPending}
      onClick={() => void save()}
    >
      {texts.download}
    </Button>
  );
}

function viewedFiles({ items, others }: Checklist, { documents }: CaseDetail) {
  const sorted = items.flatMap((item) => item.documents);
  const unsorted = others.flatMap(({ documentId }) =>
    documents.filter(({ id }) => id === documentId),
  );
  return [...sorted, ...unsorted].map(({ id, originalName, mimeType }) => ({
    key: id,
    name: originalName,
    mimeType,
    url: addressOf({ id }),
    downloadUrl: urlOf(documentsApi.download, { params: { id } }),
  }));
}
