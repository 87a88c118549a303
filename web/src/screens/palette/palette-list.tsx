import { useNavigate } from "@tanstack/react-router";
import { Command } from "cmdk";
import { Search, X } from "lucide-react";
import { useRef } from "react";
import type { FoundKind, SearchAnswer } from "contract/search";
import type { CurrentUser } from "contract/session";
import { useSearch, useSettled } from "#web/features/search/search.queries.ts";
import { typedNeedle } from "#web/features/search/typed-needle.ts";
import { messages } from "#web/messages/messages.ts";
import { searchMessages as text } from "#web/messages/search.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { findAgain } from "#web/ui/use-found.ts";
import { FoundKinds } from "./found-kinds.tsx";
import { GoTo } from "./go-to.tsx";
import { PaletteFoot } from "./palette-foot.tsx";
import { usePaletteKeys } from "./palette-keys.ts";
import { RecentList } from "./recent-list.tsx";
import { ResultCount } from "./result-count.tsx";

const jump = messages.shell.jump;

export type PaletteListProps = {
  readonly user: CurrentUser;
  readonly search: string;
  readonly onSearchChange: (search: string) => void;
  readonly close: () => void;
};

export function PaletteList({ user, search, onSearchChange, close }: PaletteListProps) {
  const navigate = useNavigate();
  const list = useRef<HTMLDivElement>(null);
  const keys = usePaletteKeys(list);
  const typed = typedNeedle(search);
  const needle = useSettled(typed.needle);
  const found = useSearch(needle, typed.kind);
  const isAsked = typed.needle !== "";
  const isWaiting = isAsked && (typed.needle !== needle || found.isFetching);
  const kinds = isAsked && !found.isError ? (found.data?.kinds ?? []) : [];
  const open = (link: string) => {
    close();
    if (location.pathname + location.search === link) findAgain();
    else void navigate({ href: link });
  };
  return (
    <Command
      shouldFilter={false}
      loop
      label={jump.title}
      value={keys.chosen}
      onValueChange={keys.choose}
      onKeyDown={keys.onKeyDown}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div className="relative flex h-13 shrink-0 items-center gap-3 border-b border-line px-4">
        <Icon of={Search} size={18} className="text-muted" />
        <Command.Input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- from the first moment: keys may already be on their way
          autoFocus
          dir="auto"
          maxLength={200}
          value={search}
          onValueChange={onSearchChange}
          placeholder={user.role === "client" ? text.placeholderOfClients : jump.placeholder}
          className="h-full w-full min-w-0 bg-transparent text-md outline-none"
        />
        <IconButton icon={X} label={text.close} onClick={close} className="md:hidden" />
        {isWaiting ? (
          <span className="absolute inset-x-0 -bottom-px h-0.5 animate-pulse bg-accent" />
        ) : null}
      </div>
      <Command.List
        ref={list}
        className="overflow-y-auto overscroll-contain p-2 max-md:flex-1 md:max-h-[min(460px,60dvh)]"
      >
        {isAsked ? null : <RecentList open={open} />}
        {isAsked && typed.kind ? null : <GoTo user={user} search={typed.needle} close={close} />}
        <FoundKinds kinds={kinds} needle={needle} open={open} />
        {isAsked && found.isError ? (
          <div role="alert" className="flex flex-col items-center gap-3 py-8 text-sm text-muted">
            {text.failed}
            <Button variant="secondary" size="sm" onClick={() => void found.refetch()}>
              {text.tryAgain}
            </Button>
          </div>
        ) : (
          <Command.Empty className="py-10 text-center text-sm text-muted">
            {isWaiting ? text.searching : jump.empty}
          </Command.Empty>
        )}
        <Remarks kinds={kinds} answer={isAsked ? found.data : undefined} />
      </Command.List>
      <p className="hidden h-7 shrink-0 items-center px-4 text-2xs text-faint lg:flex">
        {text.hint}
      </p>
      <PaletteFoot />
      {isAsked && !isWaiting && !found.isError ? (
        <ResultCount
          key={`${needle} ${typed.kind}`}
          count={kinds.reduce((sum, { hits }) => sum + hits.length, 0)}
        />
      ) : null}
    </Command>
  );
}

type RemarksProps = {
  readonly kinds: readonly FoundKind[];
  readonly answer: SearchAnswer | undefined;
};

/** What could not be looked through. */
function Remarks({ kinds, answer }: RemarksProps) {
  const { preparing = 0, prepared = 0 } = answer ?? {};
  const remarks = kinds.filter(({ late }) => late).map(({ kind }) => text.late(kind));
  if (preparing > 0) remarks.push(text.preparing(prepared, prepared + preparing));
  return remarks.map((remark) => (
    <p key={remark} className="px-3 py-2 text-xs text-muted">
      {remark}
    </p>
  ));
}
