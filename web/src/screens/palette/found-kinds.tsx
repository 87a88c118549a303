import {
  FileText,
  type LucideIcon,
  MessageSquare,
  ReceiptText,
  User,
  UsersRound,
} from "lucide-react";
import { useState } from "react";
import { caseStatuses, caseStatusTexts } from "contract/case-status";
import type { FoundKind, SearchHit, SearchKind } from "contract/search";
import { StatusGlyph } from "#web/features/cases/status-badge.tsx";
import { MarkedFileName, MarkedText } from "#web/features/search/marked-text.tsx";
import { useMoreHits } from "#web/features/search/search.queries.ts";
import { formatDate } from "#web/format/time.ts";
import { searchMessages as text } from "#web/messages/search.ts";
import { classes } from "#web/ui/classes.ts";
import { titleDirection } from "#web/ui/title-direction.ts";
import { PaletteGroup, PaletteItem } from "./palette-item.tsx";

const icons: Record<Exclude<SearchKind, "case">, LucideIcon> = {
  person: User,
  document: FileText,
  invoice: ReceiptText,
  message: MessageSquare,
  user: UsersRound,
};

type FoundKindsProps = {
  readonly kinds: readonly FoundKind[];
  readonly needle: string;
  readonly open: (link: string) => void;
};

export function FoundKinds({ kinds, needle, open }: FoundKindsProps) {
  return kinds
    .filter(({ hits }) => hits.length > 0)
    .map((found) => <FoundGroup key={found.kind} found={found} needle={needle} open={open} />);
}

type FoundGroupProps = Omit<FoundKindsProps, "kinds"> & { readonly found: FoundKind };

function FoundGroup({ found, needle, open }: FoundGroupProps) {
  const { kind } = found;
  // Another needle shows the first few again.
  const [wanted, setWanted] = useState<string | null>(null);
  const isWanted = wanted === needle;
  const more = useMoreHits(needle, kind, isWanted);
  const all = isWanted ? more.data?.kinds[0] : undefined;
  const { hits } = all ?? found;
  return (
    <PaletteGroup heading={text.kinds[kind]}>
      {hits.map((hit) => (
        <Hit key={hit.id} kind={kind} hit={hit} open={open} />
      ))}
      {found.more && !all ? (
        <PaletteItem value={`more-${kind}`} onSelect={() => setWanted(needle)}>
          <span className="ps-7 text-accent">{text.showMore(kind)}</span>
        </PaletteItem>
      ) : null}
    </PaletteGroup>
  );
}

type HitProps = {
  readonly kind: SearchKind;
  readonly hit: SearchHit;
  readonly open: (link: string) => void;
};

function Hit({ kind, hit, open }: HitProps) {
  const { id, title, marks, caseId, caseTitle, link } = hit;
  const status = kind === "case" ? statusCalled(hit.detail) : undefined;
  const Title = kind === "document" ? MarkedFileName : MarkedText;
  return (
    <PaletteItem
      value={`${kind}-${id}`}
      link={link}
      onSelect={() => open(link)}
      {...(kind === "case"
        ? { mark: status ? <StatusGlyph status={status} /> : null }
        : { icon: icons[kind] })}
    >
      <span className="flex min-w-0 flex-1 items-baseline gap-2 max-md:flex-col max-md:items-stretch max-md:gap-0">
        <Title text={title} marks={marks} />
        {caseId === null ? null : (
          <span
            className={classes(
              "flex gap-1 text-xs font-normal text-muted",
              kind === "case" ? "shrink-0" : "min-w-0 shrink-[99]",
            )}
          >
            {kind === "case" || caseTitle === null ? null : (
              <>
                <span dir={titleDirection(caseTitle)} className="truncate">
                  {caseTitle}
                </span>
                <span>·</span>
              </>
            )}
            <span className="shrink-0 tabular">{caseId}</span>
          </span>
        )}
      </span>
      <span className="ms-auto max-w-40 shrink-0 truncate text-xs font-normal text-muted tabular max-md:max-w-28">
        {status ? caseStatusTexts[status].short : asideOf(kind, hit)}
      </span>
    </PaletteItem>
  );
}

function asideOf(kind: SearchKind, { at, detail }: SearchHit): string {
  return kind === "document" || kind === "message" ? formatDate(at) : detail;
}

function statusCalled(label: string) {
  return caseStatuses.find((status) => caseStatusTexts[status].label === label);
}
