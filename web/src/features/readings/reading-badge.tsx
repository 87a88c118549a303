import { ScanSearch } from "lucide-react";
import type { ReadingBadge as Badge } from "contract/readings";
import { passportReadingTexts } from "#web/messages/readings.ts";
import { HueBadge } from "#web/ui/badge.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { SpinnerRing } from "#web/ui/spinner.tsx";

const texts = passportReadingTexts.badge;
const COMPARE = { hue: 82 };
const UNREADABLE = { hue: 240, chroma: 0.25 };

/** Without words on the page: nothing is asked of anybody. */
export function isSign(badge: Badge | undefined): boolean {
  if (badge === undefined) return true;
  return !badge.isOpen && badge.state !== "unreadable" && badge.state !== "failed";
}

/** How far the reading of a passport has come; nothing for other papers. */
export function ReadingBadge({ badge }: { readonly badge: Badge | undefined }) {
  if (badge === undefined || badge.state === "cleared") return null;
  const { state, isOpen } = badge;
  if (state === "queued" || state === "running")
    return (
      <Sign word={texts.reading}>
        <SpinnerRing />
      </Sign>
    );
  const lens = <Icon of={ScanSearch} size={14} />;
  if (isOpen)
    return (
      <HueBadge {...COMPARE} mark={lens}>
        {texts.compare}
      </HueBadge>
    );
  if (state === "unreadable" || state === "failed")
    return (
      <HueBadge {...UNREADABLE} mark={lens}>
        {texts.unreadable}
      </HueBadge>
    );
  return <Sign word={texts.read}>{lens}</Sign>;
}

type SignProps = { readonly word: string; readonly children: React.ReactNode };

function Sign({ word, children }: SignProps) {
  return (
    <span title={word} className="inline-flex shrink-0 text-muted">
      {children}
      <span className="sr-only">{word}</span>
    </span>
  );
}
