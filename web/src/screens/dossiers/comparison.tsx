import { useState } from "react";
import type { Dossier } from "contract/dossiers";
import { useDifference } from "#web/features/dossiers/dossiers.queries.ts";
import { dossierMessages as texts } from "#web/messages/dossiers.ts";
import { Select } from "#web/ui/select.tsx";

type ComparisonProps = { readonly dossier: Dossier; readonly others: readonly Dossier[] };

/** What is new since another dossier of the case. */
export function Comparison({ dossier, others }: ComparisonProps) {
  const partners = others.filter(({ id, state }) => id !== dossier.id && state === "built");
  const [from, compareWith] = useState<number | null>(null);
  const difference = useDifference(dossier.id, from);
  if (partners.length === 0) return null;
  const entries = difference.data?.entries ?? [];
  const changed = entries.filter(({ change }) => change !== "same");
  return (
    <section>
      <Select
        label={texts.compare}
        placeholder={texts.compare}
        value={from === null ? null : String(from)}
        onValueChange={(id) => compareWith(Number(id))}
        options={partners.map(({ id, number, title }) => ({
          value: String(id),
          label: `${texts.named(number)}: ${title}`,
        }))}
      />
      {difference.data ? (
        <ul className="mt-3 flex flex-col gap-1 text-sm" role="status">
          {changed.map(({ change, label, person }, index) => (
            <li key={index} className="flex justify-between gap-3">
              <span>
                {label} <bdi className="text-muted">{person}</bdi>
              </span>
              <span className="text-xs text-muted">{texts.differences[change]}</span>
            </li>
          ))}
          <li className="text-muted">{texts.sameAs(entries.length - changed.length)}</li>
        </ul>
      ) : null}
    </section>
  );
}
