import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import { tintStyle } from "./tint.ts";

const WARNING = { hue: 82 };

type WarningLineProps = {
  readonly children: ReactNode;
  /** What can be done about it. */
  readonly action?: ReactNode;
};

/** Something to know before a decision. */
export function WarningLine({ children, action }: WarningLineProps) {
  return (
    <div
      style={tintStyle(WARNING)}
      className="tinted flex gap-2.5 rounded-md border border-tint-line bg-tint px-3 py-2.5 text-sm text-tint-ink"
    >
      <Icon of={TriangleAlert} size={17} className="mt-0.5 shrink-0" />
      <div className="min-w-0 break-words">
        {children}
        {action === undefined ? null : <div className="mt-2">{action}</div>}
      </div>
    </div>
  );
}
