import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { CaseDetail } from "contract/cases";
import { useCurrentUser } from "#web/api/current-user.ts";
import { ActivityDialog } from "#web/features/activity/activity-dialog.tsx";
import { useCaptures } from "#web/features/captures/use-captures.ts";
import { AssignUsersDialog } from "#web/features/cases/assign-users-dialog.tsx";
import { CaseInformationDialog } from "#web/features/cases/case-information-dialog.tsx";
import { useCaseTotal } from "#web/features/cases/cases.queries.ts";
import { StatusBadge } from "#web/features/cases/status-badge.tsx";
import { ChecklistCard } from "#web/features/checklist/checklist-card.tsx";
import { DiscussionPanel } from "#web/features/comments/discussion-panel.tsx";
import { UploadDocumentsDialog } from "#web/features/documents/upload-documents-dialog.tsx";
import { ExportButton, MessagesExport } from "#web/features/exports/export-button.tsx";
import { useCaseSeen } from "#web/features/notifications/use-case-seen.ts";
import { numberInAddress } from "#web/format/number-in-address.ts";
import { useCaseChatRequest } from "#web/shell/window-events.ts";
import { AssignedUsersPanel } from "./assigned-users-panel.tsx";
import { CaseContents } from "./case-contents.tsx";
import { CaseDescription } from "./case-description.tsx";
import type { CaseDialog } from "./case-dialog.ts";
import { CaseFacts } from "./case-facts.tsx";
import { CaseHeader } from "./case-header.tsx";
import { ClientHome } from "./home/client-home.tsx";

const route = getRouteApi("/signed-in/case/$caseId");

export function CaseView({ detail }: { readonly detail: CaseDetail }) {
  const { case: caseFile, assignedUsers, can } = detail;
  const navigate = useNavigate();
  const user = useCurrentUser();
  const total = useCaseTotal();
  const [dialog, setDialog] = useState<CaseDialog>(null);
  const chat = useChatInAddress();
  const toggle = (name: CaseDialog) => (isOpen: boolean) => setDialog(isOpen ? name : null);
  useCaseSeen(caseFile.id);
  useCaseChatRequest(caseFile.caseId, () => setDialog("chat"));
  // With a single case there is no dashboard to go back to (D-048, D-049).
  const hasFullHeader = user.isAdmin || (total.data ?? 0) >= 2;
  const isClient = user.role === "client" && !user.isAdmin;
  const captures = useCaptures();
  const checklist = (
    <ChecklistCard
      caseCode={caseFile.caseId}
      applicants={detail.applicants}
      isFigureAlone={isClient}
    />
  );
  const withAssigned = { ...caseFile, assignedUsers };

  return (
    <>
      <CaseHeader caseFile={caseFile} isFull={hasFullHeader} can={can} onOpen={setDialog} />
      {isClient ? (
        <ClientHome caseFile={caseFile} captures={captures} onChat={() => setDialog("chat")}>
          {checklist}
        </ClientHome>
      ) : null}
      <CaseDescription caseFile={caseFile} />
      <CaseFacts
        caseFile={caseFile}
        canChangeStatus={can.changeStatus}
        onCodeChanged={(code) => goToCase(navigate, code)}
      >
        {can.assign ? (
          <AssignedUsersPanel users={assignedUsers} onAssign={() => setDialog("assign")} />
        ) : null}
      </CaseFacts>
      {isClient ? null : checklist}
      <CaseContents detail={detail} onUpload={() => setDialog("upload")} />

      <DiscussionPanel
        caseFile={caseFile}
        meta={<StatusBadge status={caseFile.status} />}
        actions={<MessagesExport caseId={caseFile.caseId} />}
        open={dialog === "chat" || chat.isOpen}
        onOpenChange={(isOpen) => {
          toggle("chat")(isOpen);
          if (!isOpen) chat.leave();
        }}
        message={chat.message}
        onMessageLeft={() => {
          toggle("chat")(true);
          chat.leave();
        }}
      />
      <UploadDocumentsDialog
        caseFile={caseFile}
        open={dialog === "upload"}
        onOpenChange={toggle("upload")}
      />
      {can.readActivity ? (
        <ActivityDialog
          caseFile={caseFile}
          open={dialog === "activity"}
          onOpenChange={toggle("activity")}
          actions={
            <ExportButton list="activity" query={{ caseId: caseFile.caseId }} look="small" />
          }
        />
      ) : null}
      {can.assign ? (
        <AssignUsersDialog
          caseFile={withAssigned}
          open={dialog === "assign"}
          onOpenChange={toggle("assign")}
        />
      ) : null}
      {can.update ? (
        <CaseInformationDialog
          caseFile={caseFile}
          open={dialog === "information"}
          onOpenChange={toggle("information")}
          onCodeChanged={(code) => goToCase(navigate, code)}
          // Nothing can be kept of a case that is gone.
          onRemoved={() => void navigate({ to: "/", ignoreBlocker: true })}
        />
      ) : null}
    </>
  );
}

/** A link may open the chat, at one of its messages. Once it is closed the address says so no more. */
function useChatInAddress() {
  const { open, message } = route.useSearch();
  const navigate = route.useNavigate();
  const isOpen = open === "chat";
  const leave = () => {
    if (!isOpen) return;
    void navigate({
      search: (before) => ({ ...before, open: undefined, message: undefined }),
      replace: true,
      resetScroll: false,
    });
  };
  return { isOpen, message: isOpen ? numberInAddress(message) : null, leave };
}

/** The address follows the case's new id; the old one answers 404 (D-041). */
function goToCase(navigate: ReturnType<typeof useNavigate>, caseCode: string): void {
  void navigate({
    to: "/case/$caseId",
    params: { caseId: caseCode },
    search: true,
    replace: true,
    ignoreBlocker: true,
  });
}
