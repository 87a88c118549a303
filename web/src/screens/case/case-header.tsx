import { Link } from "@tanstack/react-router";
import { ArrowLeft, History, MessageSquare, Pencil } from "lucide-react";
import type { CaseFile, CasePermissions } from "contract/cases";
import { ProgramName } from "#web/features/cases/program-name.tsx";
import { useUnreadCount } from "#web/features/comments/comments.queries.ts";
import { messages } from "#web/messages/messages.ts";
import { CountBadge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { Facts } from "#web/ui/facts.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { titleDirection } from "#web/ui/title-direction.ts";
import type { CaseDialog } from "./case-dialog.ts";
import { CaseMore } from "./case-more.tsx";

const texts = messages.caseScreen;
/** From here on a title would take half of a phone. */
const LONG_TITLE = 60;

type CaseHeaderProps = {
  readonly caseFile: CaseFile;
  /** Admins, and whoever has two cases or more; otherwise title and chat alone (C:58). */
  readonly isFull: boolean;
  readonly can: CasePermissions;
  readonly onOpen: (dialog: CaseDialog) => void;
};

export function CaseHeader({ caseFile, isFull, can, onOpen }: CaseHeaderProps) {
  return (
    <header className="mb-3">
      {isFull ? (
        <Link
          to="/"
          className="relative -ms-2 inline-flex h-8 reach print:hidden items-center gap-1.5 rounded-sm px-2 text-sm font-medium text-muted hover:bg-ink/6 hover:text-ink"
        >
          <Icon of={ArrowLeft} className="rtl:rotate-180" />
          {texts.back}
        </Link>
      ) : null}
      <div className="flex items-start justify-between gap-x-6 gap-y-3 max-lg:flex-wrap">
        {/* One small button stands beside the title on phones too. */}
        <div className={classes("min-w-0", !can.update && !can.readActivity && "flex-1")}>
          <h1
            className={classes(
              "w-fit text-xl font-semibold wrap-anywhere",
              caseFile.title.length >= LONG_TITLE &&
                "max-md:line-clamp-3 max-md:text-lg max-md:leading-6",
            )}
            title={caseFile.title}
            dir={titleDirection(caseFile.title)}
          >
            {caseFile.title}
          </h1>
          <Facts
            className="mt-1 text-xs text-muted"
            of={[
              <span key="code" className="tabular wrap-anywhere">
                {caseFile.caseId}
              </span>,
              <ProgramName key="program" program={caseFile.citizenshipProgram} />,
            ]}
          />
        </div>
        <div className="flex flex-wrap gap-2 lg:shrink-0">
          {isFull && can.readActivity ? (
            <Button
              variant="secondary"
              icon={<Icon of={History} />}
              onClick={() => onOpen("activity")}
            >
              {texts.activity}
            </Button>
          ) : null}
          {isFull && can.update ? (
            <Button
              variant="secondary"
              icon={<Icon of={Pencil} />}
              onClick={() => onOpen("information")}
            >
              {texts.edit}
            </Button>
          ) : null}
          <ChatButton caseFile={caseFile} onPress={() => onOpen("chat")} />
          <CaseMore caseId={caseFile.caseId} />
        </div>
      </div>
    </header>
  );
}

function ChatButton({
  caseFile,
  onPress,
}: {
  readonly caseFile: CaseFile;
  readonly onPress: () => void;
}) {
  const unread = useUnreadCount(caseFile).data?.unreadCount ?? 0;
  const { openChat, openChatUnread } = messages.comments;
  return (
    <span className="relative print:hidden">
      <Button
        variant="secondary"
        icon={<Icon of={MessageSquare} />}
        aria-label={unread > 0 ? openChatUnread(unread) : undefined}
        onClick={onPress}
      >
        <span className="max-md:sr-only">{openChat}</span>
      </Button>
      <CountBadge
        count={unread}
        tone="brass"
        className="pointer-events-none absolute -end-1.5 -top-1.5 ring-2 ring-canvas"
      />
    </span>
  );
}
