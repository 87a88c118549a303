import { useEffect, useRef, useState } from "react";
import type { Import } from "contract/imports";
import { importMessages as texts } from "#web/messages/imports.ts";

const ofCases = ["file", "columns", "check", "run"] as const;
const ofScans = ["file", "check", "run"] as const;
export type Step = (typeof ofCases)[number];

export function stepOf({ state }: Pick<Import, "state">): Step {
  if (state === "reading" || state === "unreadable") return "file";
  if (state === "mapping") return "columns";
  return state === "checking" || state === "checked" ? "check" : "run";
}

/** Where one is; names of papers need no columns. */
export function Steps({ of, kind }: { readonly of: Step; readonly kind: Import["kind"] }) {
  const list = useRef<HTMLOListElement>(null);
  const [first] = useState(of);
  useEffect(() => {
    // The button that ended the step before is gone, and stood at its foot.
    if (of !== first) list.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [of, first]);
  const steps = kind === "cases" ? ofCases : ofScans;
  const at = steps.findIndex((step) => step === of);
  return (
    <ol
      ref={list}
      tabIndex={-1}
      aria-label={texts.stepsLabel}
      className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 outline-none"
    >
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === at ? "step" : undefined}
          className={`flex items-center gap-2 text-sm ${index === at ? "font-medium" : "text-muted"}`}
        >
          <span
            aria-hidden
            className={`grid size-7 place-items-center rounded-full text-sm font-semibold tabular ${index === at ? "bg-primary text-on-primary" : "bg-accent-soft text-accent"}`}
          >
            {index + 1}
          </span>
          {texts.steps[step]}
        </li>
      ))}
    </ol>
  );
}
