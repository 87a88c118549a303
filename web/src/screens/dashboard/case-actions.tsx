import { MessageSquare, Pencil } from "lucide-react";
import type { CaseRow } from "contract/case-lists";
import { messages } from "#web/messages/messages.ts";
import { CountBadge } from "#web/ui/badge.tsx";
import { PlainIconButton } from "#web/ui/plain-icon-button.tsx";

const texts = messages.cases;

type ActionProps = {
  readonly caseFile: CaseRow;
  readonly onPress: () => void;
  readonly className?: string;
};

export function DiscussButton({ caseFile, onPress, className }: ActionProps) {
  return (
    <span className={`relative print:hidden ${className ?? ""}`}>
      <PlainIconButton
        icon={MessageSquare}
        label={texts.discuss(caseFile.title, caseFile.unreadCount)}
        onClick={onPress}
      />
      <CountBadge
        count={caseFile.unreadCount}
        className="pointer-events-none absolute -end-1 -top-1"
      />
    </span>
  );
}

export function EditButton({ caseFile, onPress, className }: ActionProps) {
  return (
    <PlainIconButton
      icon={Pencil}
      label={texts.edit(caseFile.title)}
      onClick={onPress}
      className={className}
    />
  );
}
