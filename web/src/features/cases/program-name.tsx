import { type Program, programLabels } from "contract/case-parts";
import { Diamond } from "#web/ui/badge.tsx";
import { programTints } from "./case-look.ts";

/** Everything but vanuatu is shown as Nauru (C:76). */
export function ProgramName({ program }: { readonly program: Program }) {
  const known: Program = program === "vanuatu" ? "vanuatu" : "nauru";
  return (
    <span className="inline-flex max-w-full items-center gap-1.5 text-xs font-medium">
      <Diamond {...programTints[known]} />
      <span className="truncate">{programLabels[known]}</span>
    </span>
  );
}
