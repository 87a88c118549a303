import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { Bell } from "lucide-react";
import { useState } from "react";
import type { caseListsApi, CasePage, CaseRow } from "contract/case-lists";
import { withQuery } from "#web/api/request.ts";
import { messages } from "#web/messages/messages.ts";
import { CountBadge } from "#web/ui/badge.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { SpinnerRing } from "#web/ui/spinner.tsx";

const text = messages.shell.unread;
const SHOWN_CASES = 20;
const LISTS: ReadonlySet<string> = new Set(["/", "/board"]);

const unreadPath = "/api/cases/page" satisfies typeof caseListsApi.page.path;

/** Cases with messages that were not read yet, the last changed first; read with a list of cases and whenever somebody looks. */
export function UnreadBell() {
  const [isOpen, setIsOpen] = useState(false);
  const isAtList = useLocation({ select: ({ pathname }) => LISTS.has(pathname) });
  const {
    data: page,
    isFetching,
    refetch,
  } = useQuery<CasePage>({
    enabled: isOpen || isAtList,
    queryKey: [withQuery(unreadPath, { unread: true, limit: SHOWN_CASES })],
    refetchOnWindowFocus: "always",
  });
  const unread = page?.rows ?? [];
  const count = unread.reduce((sum, each) => sum + each.unreadCount, 0);
  const label = count > 0 ? text.buttonWithCount(count) : text.button;
  return (
    <Popover
      open={isOpen}
      onOpenChange={(open) => {
        setIsOpen(open);
        if (open) void refetch();
      }}
      align="end"
      label={text.title}
      className="w-80 max-w-[calc(100vw-2rem)]"
      trigger={
        <button
          type="button"
          aria-label={label}
          title={label}
          className="relative grid size-9 reach place-items-center rounded-md text-muted transition-colors hover:bg-ink/6 hover:text-ink"
        >
          <Icon of={Bell} size={18} />
          {count > 0 ? (
            <span
              aria-hidden
              className="absolute end-1 top-1 size-3 rounded-full border-2 border-canvas bg-brass"
            />
          ) : null}
        </button>
      }
    >
      <p className="border-b border-line px-4 py-3 text-sm font-semibold">{text.title}</p>
      {unread.length > 0 ? (
        <ul className="max-h-96 overflow-y-auto p-1">
          {unread.map((each) => (
            <li key={each.id}>
              <UnreadCase each={each} onOpen={() => setIsOpen(false)} />
            </li>
          ))}
        </ul>
      ) : (
        <p
          role="status"
          className="flex items-center justify-center gap-2 px-4 py-8 text-sm text-muted"
        >
          {page === undefined && isFetching ? (
            <>
              <SpinnerRing />
              {text.loading}
            </>
          ) : (
            text.empty
          )}
        </p>
      )}
    </Popover>
  );
}

function UnreadCase({ each, onOpen }: { readonly each: CaseRow; readonly onOpen: () => void }) {
  return (
    <Link
      to="/case/$caseId"
      params={{ caseId: each.caseId }}
      onClick={onOpen}
      className="flex items-center gap-3 rounded-sm px-3 py-2 hover:bg-ink/6"
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm font-medium">{each.title}</span>
        <span className="block text-xs text-muted tabular">{each.caseId}</span>
      </span>
      <CountBadge count={each.unreadCount} />
    </Link>
  );
}
