import { ArrowLeft, ArrowRight, type LucideIcon, Trash2 } from "lucide-react";
import { capturesMessages } from "#web/messages/captures.ts";
import { Icon } from "#web/ui/icon.tsx";
import type { PageChange, Pages } from "./pages.ts";

const texts = capturesMessages.pages;

type PageStripProps = {
  readonly pages: Pages;
  /** A page is being looked at; otherwise the camera is. */
  readonly isChosen: boolean;
  readonly isBusy: boolean;
  readonly onChange: (change: PageChange) => void;
};

/** The pages in their order; the one that is looked at can be moved and removed. */
export function PageStrip({ pages: { list, at }, isChosen, isBusy, onChange }: PageStripProps) {
  if (list.length === 0) return null;
  return (
    <div className="captures-strip" inert={isBusy}>
      <ol aria-label={texts.list} className="no-scrollbar">
        {list.map((page, place) => (
          <li key={page.id}>
            <button
              type="button"
              aria-label={texts.page(place + 1, list.length)}
              aria-current={isChosen && place === at ? "true" : undefined}
              onClick={() => onChange({ kind: "look", at: place })}
            >
              <img src={page.url} alt="" style={{ rotate: `${page.turns * 90}deg` }} />
            </button>
          </li>
        ))}
      </ol>
      {isChosen ? (
        <div className="flex">
          <Tool
            icon={ArrowLeft}
            label={texts.earlier}
            disabled={at === 0}
            onClick={() => onChange({ kind: "move", by: -1 })}
          />
          <Tool
            icon={ArrowRight}
            label={texts.later}
            disabled={at === list.length - 1}
            onClick={() => onChange({ kind: "move", by: 1 })}
          />
          <Tool icon={Trash2} label={texts.remove} onClick={() => onChange({ kind: "remove" })} />
        </div>
      ) : null}
    </div>
  );
}

type ToolProps = {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
};

function Tool({ icon, label, disabled = false, onClick }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      // It keeps the focus at the ends of the row.
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
      className="captures-small"
    >
      <Icon of={icon} size={20} className="rtl:rotate-180" />
    </button>
  );
}
