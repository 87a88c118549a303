import { Check } from "lucide-react";
import { passportReadingTexts as texts } from "#web/messages/readings.ts";
import { Icon } from "#web/ui/icon.tsx";
import { tintStyle } from "#web/ui/tint.ts";

const SAME = { hue: 155 };

type SameLineProps = {
  readonly labels: readonly string[];
  readonly isOpen: boolean;
  readonly onToggle: () => void;
};

/** Values that the portal knows already take one line; a press shows them. */
export function SameLine({ labels, isOpen, onToggle }: SameLineProps) {
  if (labels.length === 0) return null;
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      style={tintStyle(SAME)}
      className="tinted flex gap-1.5 rounded-xs text-start text-xs text-tint-ink hover:underline"
      onClick={onToggle}
    >
      <Icon of={Check} size={14} className="mt-0.5 shrink-0" />
      {texts.same(labels)}
    </button>
  );
}
