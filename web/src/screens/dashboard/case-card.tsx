import { Link } from "@tanstack/react-router";
import { ArrowRight, Users } from "lucide-react";
import { memo, Suspense } from "react";
import type { CaseRow } from "contract/case-lists";
import { peopleOf } from "#web/features/cases/assigned-people.ts";
import { ProgramName } from "#web/features/cases/program-name.tsx";
import { StageBar } from "#web/features/cases/stage-bar.tsx";
import { StatusBadge } from "#web/features/cases/status-badge.tsx";
import { formatRelativeTime } from "#web/format/time.ts";
import { messages } from "#web/messages/messages.ts";
import { AvatarStack } from "#web/ui/avatar.tsx";
import { cardLook } from "#web/ui/card.tsx";
import { classes } from "#web/ui/classes.ts";
import { fetched } from "#web/ui/fetched.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { titleDirection } from "#web/ui/title-direction.ts";
import { DiscussButton, EditButton } from "./case-actions.tsx";
import { CaseMenu } from "./case-menu.tsx";
import type { SelectBox } from "./selection.tsx";
import type { DashboardDialog } from "./use-dashboard-dialogs.ts";

const texts = messages.cases;

/** Comes after the list itself; its line is kept free for it. */
const CaseReadiness = fetched(
  async () => (await import("#web/features/cases/case-readiness.tsx")).CaseReadiness,
);

export type CaseItemProps = {
  readonly caseFile: CaseRow;
  readonly isAdmin: boolean;
  /** For admins, as soon as it is there. */
  readonly SelectBox?: SelectBox;
  /** Hidden where the group above already says it. */
  readonly showsStatus: boolean;
  /** Below the heads of groups, or where there are none. */
  readonly headingLevel?: 2 | 3;
  readonly onOpen: (dialog: DashboardDialog) => void;
};

export const CaseCard = memo(function CaseCard({
  caseFile,
  isAdmin,
  SelectBox,
  showsStatus,
  headingLevel = 3,
  onOpen,
}: CaseItemProps) {
  const Heading = headingLevel === 2 ? "h2" : "h3";
  return (
    <article
      className={classes(
        cardLook,
        "group relative flex h-full flex-col p-4 transition-shadow hover:border-line-strong",
      )}
    >
      {SelectBox ? <SelectBox caseFile={caseFile} isCorner /> : null}
      <div
        className={classes(
          "flex h-6 items-center gap-2 text-xs text-muted",
          SelectBox && "touch:ps-8",
        )}
      >
        <span className="truncate tabular">{caseFile.caseId}</span>
        <span aria-hidden>·</span>
        <ProgramName program={caseFile.citizenshipProgram} />
        {isAdmin ? (
          <EditButton
            caseFile={caseFile}
            onPress={() => onOpen({ kind: "edit", caseFile })}
            className="relative z-10 ms-auto opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 focus-visible:opacity-100 touch:opacity-100"
          />
        ) : (
          <CaseMenu caseFile={caseFile} onOpen={onOpen} className="relative z-10 ms-auto" />
        )}
      </div>
      <Heading
        className="mt-1 w-fit max-w-full truncate text-md font-semibold transition-colors group-hover:text-accent"
        title={caseFile.title}
        dir={titleDirection(caseFile.title)}
      >
        {/* The whole card is this link; the one below is the same for the keyboard. */}
        <Link
          to="/case/$caseId"
          params={{ caseId: caseFile.caseId }}
          tabIndex={-1}
          className="after:absolute after:inset-0 after:rounded-lg"
        >
          {caseFile.title}
        </Link>
      </Heading>
      {showsStatus ? (
        <div className="mt-2">
          <StatusBadge status={caseFile.status} />
        </div>
      ) : null}
      <div className="mt-3">
        <StageBar status={caseFile.status} />
      </div>
      <div className="mt-3 h-5">
        <Suspense>
          <CaseReadiness caseFile={caseFile} />
        </Suspense>
      </div>
      <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-muted">
        <span className="inline-flex items-center gap-1.5">
          <Icon of={Users} size={14} />
          {texts.applicants(caseFile.numberOfApplicants)}
        </span>
        <span>{texts.updated(formatRelativeTime(caseFile.updatedAt))}</span>
      </p>
      <div className="mt-auto flex items-center gap-3 pt-4">
        {caseFile.assignedUsers.length === 0 ? (
          <span className="text-xs text-muted">{texts.unassigned}</span>
        ) : (
          <AvatarStack people={peopleOf(caseFile.assignedUsers)} total={caseFile.assignedCount} />
        )}
        <DiscussButton
          caseFile={caseFile}
          onPress={() => onOpen({ kind: "discuss", caseFile })}
          className="z-10 ms-auto"
        />
        <Link
          to="/case/$caseId"
          params={{ caseId: caseFile.caseId }}
          aria-label={texts.viewDetailsOf(caseFile.title)}
          className="relative z-10 inline-flex reach print:hidden items-center gap-1.5 rounded-sm text-sm font-medium text-accent hover:underline"
        >
          {texts.viewDetails}
          <Icon of={ArrowRight} size={15} className="rtl:rotate-180" />
        </Link>
      </div>
    </article>
  );
});
