import { getRouteApi } from "@tanstack/react-router";
import { FileUp, Files, ScanSearch } from "lucide-react";
import { useMemo } from "react";
import type { CaseDetail } from "contract/cases";
import { documentGroupLabels, documentGroupOf, documentGroups } from "contract/document-categories";
import type { CaseDocument } from "contract/documents";
import { useCurrentUser } from "#web/api/current-user.ts";
import { AgreementsSection } from "#web/features/agreements/agreements-section.tsx";
import { ApplicantsEditor } from "#web/features/applicants/applicants-editor.tsx";
import { ItemBadge } from "#web/features/checklist/item-badge.tsx";
import type { BadgePlace, FurtherAction } from "#web/features/documents/document-list-props.ts";
import { DocumentTable } from "#web/features/documents/document-table.tsx";
import { StageDownload } from "#web/features/documents/stage-download.tsx";
import { ExportButton } from "#web/features/exports/export-button.tsx";
import { CaseInvoices } from "#web/features/invoices/case-invoices.tsx";
import { isSign, ReadingBadge } from "#web/features/readings/reading-badge.tsx";
import {
  mayReadAgain,
  useReadAgain,
  useReadings,
} from "#web/features/readings/readings.queries.ts";
import { TypeLines } from "#web/features/readings/type-lines.tsx";
import { CaseSamples } from "#web/features/samples/case-samples.tsx";
import { numberInAddress } from "#web/format/number-in-address.ts";
import { messages } from "#web/messages/messages.ts";
import { passportReadingTexts } from "#web/messages/readings.ts";
import { Button } from "#web/ui/button.tsx";
import { cardLook } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { EmptyState, Gone } from "#web/ui/states.tsx";
import { TabPanel, Tabs } from "#web/ui/tabs.tsx";
import { currentTab, documentsByGroup, tabsOf } from "./case-tabs.ts";

const texts = messages.caseScreen.tabs;
const { upload, none, noneHint, gone } = messages.documents;
const badgesBeside = "flex flex-wrap items-center gap-2";
/** In a cell two that have words leave no room for the name beside them. */
const badgesBelow = "flex flex-col items-start gap-1";
const route = getRouteApi("/signed-in/case/$caseId");

/** What can be taken out where no documents stand. */
const listsOfTabs: Readonly<Record<string, "invoices" | "people">> = {
  invoices: "invoices",
  applicants: "people",
};

type CaseContentsProps = { readonly detail: CaseDetail; readonly onUpload: () => void };

export function CaseContents({ detail, onUpload }: CaseContentsProps) {
  const { case: caseFile, documents, applicants, can } = detail;
  const { isAdmin, role } = useCurrentUser();
  const isStaff = isAdmin || role === "agent";
  const { data: readings } = useReadings(caseFile.id, isStaff);
  const readAgain = useReadAgain();
  const readingOf = (id: number) => readings?.find(({ documentId }) => documentId === id);
  const furtherOf = (document: CaseDocument): FurtherAction[] => {
    if (!isStaff || !mayReadAgain(document, readingOf(document.id))) return [];
    const onPress = () => readAgain.mutate(document);
    return [{ icon: ScanSearch, text: passportReadingTexts.readAgain, onPress }];
  };
  const badgeOf = ({ id, reviewState }: CaseDocument, place: BadgePlace) => {
    const reading = readingOf(id);
    return (
      <span className={place === "line" || isSign(reading) ? badgesBeside : badgesBelow}>
        <ItemBadge state={reviewState} isStaff={isStaff} />
        <ReadingBadge badge={reading} />
      </span>
    );
  };
  const address = route.useSearch();
  const navigate = route.useNavigate();
  const groups = useMemo(() => documentsByGroup(documents), [documents]);
  const items = tabsOf(groups, isAdmin);
  const pointedAt = numberInAddress(address.document);
  const found = documents.find(({ id }) => id === pointedAt);
  // A document may have been filed elsewhere since the link was made.
  const tab = currentTab(found ? documentGroupOf(found.category) : address.tab, items);
  const isDocumentTab = documentGroups.some((group) => group === tab);
  const exported = isDocumentTab ? "documents" : (listsOfTabs[tab] ?? null);

  return (
    <>
      <div className="mb-3 flex justify-end gap-2">
        {isStaff && exported !== null ? (
          <ExportButton key={exported} list={exported} query={{ caseId: caseFile.caseId }} />
        ) : null}
        <Button
          variant={isDocumentTab ? "primary" : "secondary"}
          icon={<Icon of={FileUp} />}
          onClick={onUpload}
          className="max-md:flex-1"
        >
          {upload.open}
        </Button>
      </div>
      {pointedAt !== null && !found ? <Gone className="mb-3">{gone}</Gone> : null}
      <Tabs
        label={texts.label}
        value={tab}
        onValueChange={(value) =>
          void navigate({
            search: { tab: value === "stage1" ? undefined : value },
            replace: true,
            resetScroll: false,
          })
        }
        items={items}
      >
        {documentGroups.map((group) => (
          <TabPanel key={group} value={group}>
            <div className="mb-3 flex items-center justify-between gap-3">
              <h2 className="text-base font-semibold">{documentGroupLabels[group]}</h2>
              <StageDownload
                caseFile={caseFile}
                group={group}
                isEmpty={groups[group].length === 0}
              />
            </div>
            {groups[group].length === 0 ? (
              <div className={cardLook}>
                <EmptyState icon={Files} title={none} description={noneHint} />
              </div>
            ) : (
              <DocumentTable
                caseCode={caseFile.caseId}
                label={messages.documents.tableLabel(documentGroupLabels[group])}
                documents={groups[group]}
                applicants={applicants}
                found={pointedAt}
                mayRemove={can.removeDocuments}
                mayUseAdminCategories={isAdmin}
                badgeOf={badgeOf}
                furtherOf={furtherOf}
              />
            )}
          </TabPanel>
        ))}
        <TabPanel value="invoices">
          <AgreementsSection caseFile={caseFile} mayRemove={can.removeAgreements} />
          <CaseInvoices caseFile={caseFile} found={address.invoice} />
        </TabPanel>
        <TabPanel value="samples">
          <CaseSamples program={caseFile.citizenshipProgram} />
        </TabPanel>
        <TabPanel value="applicants">
          <ApplicantsEditor
            caseFile={caseFile}
            found={numberInAddress(address.person)}
            passport={{
              sourceOf: (id) => documents.find((document) => document.id === id)?.originalName,
              action: (person) => <TypeLines caseId={caseFile.id} person={person} />,
            }}
          />
        </TabPanel>
      </Tabs>
    </>
  );
}
