import { CreateCaseDialog } from "#web/features/cases/create-case-dialog.tsx";
import { StatusBadge } from "#web/features/cases/status-badge.tsx";
import { DiscussionPanel } from "#web/features/comments/discussion-panel.tsx";
import { UploadDocumentsDialog } from "#web/features/documents/upload-documents-dialog.tsx";
import { MessagesExport } from "#web/features/exports/export-button.tsx";
import { SamplesDialog } from "#web/features/samples/samples-dialog.tsx";
import { EditCaseDialog } from "./edit-case-dialog.tsx";
import type { DashboardDialogs as Dialogs } from "./use-dashboard-dialogs.ts";

/** The dialogs of the dashboard, one at a time. */
export function DashboardDialogs({ dialogs }: { readonly dialogs: Dialogs }) {
  const { current, close } = dialogs;
  return (
    <>
      <CreateCaseDialog open={current?.kind === "create"} onOpenChange={close} />
      <SamplesDialog open={current?.kind === "samples"} onOpenChange={close} />
      {current?.kind === "edit" ? (
        <EditCaseDialog caseCode={current.caseFile.caseId} onClose={close} />
      ) : null}
      {current?.kind === "upload" ? (
        <UploadDocumentsDialog caseFile={current.caseFile} open onOpenChange={close} />
      ) : null}
      {current?.kind === "discuss" ? (
        <DiscussionPanel
          caseFile={current.caseFile}
          meta={<StatusBadge status={current.caseFile.status} />}
          actions={<MessagesExport caseId={current.caseFile.caseId} />}
          open
          onOpenChange={close}
        />
      ) : null}
    </>
  );
}
