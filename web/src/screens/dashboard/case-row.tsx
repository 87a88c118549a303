import { Link, useNavigate } from "@tanstack/react-router";
import { memo } from "react";
import { caseStatusTexts } from "contract/case-status";
import { peopleOf } from "#web/features/cases/assigned-people.ts";
import { ReadinessFigure } from "#web/features/cases/case-readiness.tsx";
import { ProgramName } from "#web/features/cases/program-name.tsx";
import { StatusBadge } from "#web/features/cases/status-badge.tsx";
import { formatRelativeTime } from "#web/format/time.ts";
import { messages } from "#web/messages/messages.ts";
import { AvatarStack } from "#web/ui/avatar.tsx";
import { Cell, Row } from "#web/ui/table.tsx";
import { titleDirection } from "#web/ui/title-direction.ts";
import { DiscussButton, EditButton } from "./case-actions.tsx";
import type { CaseItemProps } from "./case-card.tsx";
import { CaseMenu } from "./case-menu.tsx";

const texts = messages.cases;

type CaseRowProps = Pick<CaseItemProps, "caseFile" | "isAdmin" | "SelectBox" | "onOpen">;

export const CaseRow = memo(function CaseRow({
  caseFile,
  isAdmin,
  SelectBox,
  onOpen,
}: CaseRowProps) {
  const navigate = useNavigate();
  const open = () => void navigate({ to: "/case/$caseId", params: { caseId: caseFile.caseId } });
  return (
    <Row onClick={open} className="cursor-pointer">
      <Cell>
        <span className="flex gap-3">
          {isAdmin ? (
            <span className="mt-1 w-4.5 shrink-0">
              {SelectBox ? <SelectBox caseFile={caseFile} /> : null}
            </span>
          ) : null}
          <span className="min-w-0 flex-1">
            <Link
              to="/case/$caseId"
              params={{ caseId: caseFile.caseId }}
              className="block w-fit max-w-full truncate text-base font-medium hover:underline"
              title={caseFile.title}
              dir={titleDirection(caseFile.title)}
              onClick={(event) => event.stopPropagation()}
            >
              {caseFile.title}
            </Link>
            <span className="text-xs text-muted tabular">{caseFile.caseId}</span>
          </span>
        </span>
      </Cell>
      <Cell>
        <ProgramName program={caseFile.citizenshipProgram} />
      </Cell>
      <Cell title={caseStatusTexts[caseFile.status].label}>
        <StatusBadge status={caseFile.status} />
      </Cell>
      <Cell>
        <ReadinessFigure caseFile={caseFile} />
      </Cell>
      <Cell align="end" className="tabular">
        {caseFile.numberOfApplicants}
      </Cell>
      <Cell>
        {caseFile.assignedUsers.length === 0 ? (
          <span className="text-xs text-muted">{texts.unassigned}</span>
        ) : (
          <AvatarStack people={peopleOf(caseFile.assignedUsers)} total={caseFile.assignedCount} />
        )}
      </Cell>
      <Cell className="whitespace-nowrap text-muted">{formatRelativeTime(caseFile.updatedAt)}</Cell>
      <Cell align="end" staysInSight>
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- keeps the buttons from opening the row */}
        <span
          className="inline-flex items-center gap-1"
          onClick={(event) => event.stopPropagation()}
        >
          <DiscussButton
            caseFile={caseFile}
            onPress={() => onOpen({ kind: "discuss", caseFile })}
          />
          {isAdmin ? (
            <EditButton caseFile={caseFile} onPress={() => onOpen({ kind: "edit", caseFile })} />
          ) : (
            <CaseMenu caseFile={caseFile} onOpen={onOpen} />
          )}
          <Link
            to="/case/$caseId"
            params={{ caseId: caseFile.caseId }}
            aria-label={texts.viewDetailsOf(caseFile.title)}
            className="rounded-sm px-2 py-1 text-sm font-medium text-muted hover:text-ink hover:underline"
          >
            {texts.viewShort}
          </Link>
        </span>
      </Cell>
    </Row>
  );
});
