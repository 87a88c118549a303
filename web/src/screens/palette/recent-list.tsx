import { useQuery } from "@tanstack/react-query";
import { caseListsApi } from "contract/case-lists";
import { caseStatusTexts } from "contract/case-status";
import { read } from "#web/api/client.ts";
import { StatusGlyph } from "#web/features/cases/status-badge.tsx";
import { searchMessages as text } from "#web/messages/search.ts";
import { recentCases } from "#web/shell/recent-cases.ts";
import { titleDirection } from "#web/ui/title-direction.ts";
import { PaletteGroup, PaletteItem } from "./palette-item.tsx";

const SHOWN = 8;

/** The cases that were opened last in this browser and are still there to be seen. */
export function RecentList({ open }: { readonly open: (link: string) => void }) {
  const ids = recentCases().slice(0, SHOWN);
  const { data: rows = [] } = useQuery({
    ...read(caseListsApi.rows, { query: { ids: ids.join(",") } }),
    enabled: ids.length > 0,
    staleTime: 0,
  });
  const shown = ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
  if (shown.length === 0) return null;
  return (
    <PaletteGroup heading={text.recent}>
      {shown.map(({ id, caseId, title, status }) => {
        const link = `/case/${encodeURIComponent(caseId)}`;
        return (
          <PaletteItem
            key={id}
            value={`recent-${id}`}
            link={link}
            mark={<StatusGlyph status={status} />}
            onSelect={() => open(link)}
          >
            <span dir={titleDirection(title)} className="truncate">
              {title}
            </span>
            <span className="shrink-0 text-xs font-normal text-muted tabular">{caseId}</span>
            <span className="ms-auto shrink-0 text-xs font-normal text-muted">
              {caseStatusTexts[status].short}
            </span>
          </PaletteItem>
        );
      })}
    </PaletteGroup>
  );
}
