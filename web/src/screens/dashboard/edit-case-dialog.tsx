import { FileUp, UserPlus } from "lucide-react";
import { useState } from "react";
import type { CaseFile } from "contract/cases";
import { ApiError } from "#web/api/api-error.ts";
import { AgreementEditor } from "#web/features/agreements/agreement-editor.tsx";
import { ApplicantsEditor } from "#web/features/applicants/applicants-editor.tsx";
import { useSeededApplicants } from "#web/features/applicants/use-seeded-applicants.ts";
import { AssignUsersDialog } from "#web/features/cases/assign-users-dialog.tsx";
import { CaseInformationDialog } from "#web/features/cases/case-information-dialog.tsx";
import { CaseMetaEditor } from "#web/features/cases/case-meta-editor.tsx";
import { useCase } from "#web/features/cases/cases.queries.ts";
import { UploadDocumentsDialog } from "#web/features/documents/upload-documents-dialog.tsx";
import { CaseInvoicesEditor } from "#web/features/invoices/case-invoices-editor.tsx";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { SkeletonRows, SkeletonScreen } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { TabPanel, Tabs } from "#web/ui/tabs.tsx";

const texts = messages.editCase;
type EditTab = "details" | "applicants" | "agreement" | "invoices";
type Inner = "information" | "assign" | "upload" | null;

type EditCaseDialogProps = { readonly caseCode: string; readonly onClose: () => void };

/** Opened by the case's code: its particulars, applicants, service agreement and invoices (C:44). */
export function EditCaseDialog({ caseCode, onClose }: EditCaseDialogProps) {
  // A new code given in here is followed, so that the dialog stays on its case.
  const [code, setCode] = useState(caseCode);
  const detail = useCase(code);
  const [inner, setInner] = useState<Inner>(null);
  const caseFile = detail.data && { ...detail.data.case, assignedUsers: detail.data.assignedUsers };
  const isMissing = detail.error instanceof ApiError && detail.error.status === 404;
  return (
    <>
      <Dialog
        open
        onOpenChange={onClose}
        size="xl"
        title={texts.title}
        description={caseFile ? <CaseNames caseFile={caseFile} /> : undefined}
        footer={caseFile ? <EditCaseFooter onOpen={setInner} /> : undefined}
      >
        {detail.isPending ? (
          <SkeletonScreen label={texts.loading}>
            <SkeletonRows count={5} />
          </SkeletonScreen>
        ) : null}
        {detail.isError ? (
          <ErrorState
            message={isMissing ? texts.notFound : undefined}
            onRetry={isMissing ? undefined : () => void detail.refetch()}
          />
        ) : null}
        {caseFile ? <EditCaseTabs caseFile={caseFile} /> : null}
      </Dialog>
      {caseFile ? (
        <>
          <AssignUsersDialog
            caseFile={caseFile}
            open={inner === "assign"}
            onOpenChange={() => setInner(null)}
          />
          <UploadDocumentsDialog
            caseFile={caseFile}
            open={inner === "upload"}
            onOpenChange={() => setInner(null)}
          />
          <CaseInformationDialog
            caseFile={caseFile}
            open={inner === "information"}
            onOpenChange={() => setInner(null)}
            onCodeChanged={setCode}
            onRemoved={onClose}
          />
        </>
      ) : null}
    </>
  );
}

function CaseNames({ caseFile }: { readonly caseFile: CaseFile }) {
  return (
    <>
      <bdi>{caseFile.title}</bdi> ·{" "}
      <span className="whitespace-nowrap tabular">{caseFile.caseId}</span>
    </>
  );
}

function EditCaseFooter({ onOpen }: { readonly onOpen: (inner: Inner) => void }) {
  return (
    <>
      <Button
        variant="secondary"
        className="max-md:flex-1"
        icon={<Icon of={FileUp} />}
        onClick={() => onOpen("upload")}
      >
        {texts.upload}
      </Button>
      <Button
        variant="secondary"
        className="max-md:flex-1"
        icon={<Icon of={UserPlus} />}
        onClick={() => onOpen("assign")}
      >
        {texts.assign}
      </Button>
      <Button variant="secondary" className="max-md:flex-1" onClick={() => onOpen("information")}>
        {texts.information}
      </Button>
    </>
  );
}

function EditCaseTabs({ caseFile }: { readonly caseFile: CaseFile }) {
  const [tab, setTab] = useState<EditTab>("details");
  useSeededApplicants(caseFile);
  return (
    <Tabs
      label={texts.tabs.label}
      value={tab}
      onValueChange={setTab}
      items={[
        { value: "details", label: texts.tabs.details },
        { value: "applicants", label: texts.tabs.applicants },
        { value: "agreement", label: texts.tabs.agreement },
        { value: "invoices", label: texts.tabs.invoices },
      ]}
    >
      <TabPanel value="details">
        <CaseMetaEditor caseFile={caseFile} />
      </TabPanel>
      <TabPanel value="applicants">
        <ApplicantsEditor caseFile={caseFile} />
      </TabPanel>
      <TabPanel value="agreement">
        <AgreementEditor caseFile={caseFile} />
      </TabPanel>
      <TabPanel value="invoices">
        <CaseInvoicesEditor caseCode={caseFile.caseId} />
      </TabPanel>
    </Tabs>
  );
}
