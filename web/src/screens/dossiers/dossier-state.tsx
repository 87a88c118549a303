import type { Dossier } from "contract/dossiers";
import { useCancelDossier } from "#web/features/dossiers/dossiers.queries.ts";
import { dossierMessages as texts } from "#web/messages/dossiers.ts";
import { HueBadge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";

const hues: Record<Dossier["state"], { hue: number; chroma: number }> = {
  queued: { hue: 230, chroma: 0.02 },
  running: { hue: 230, chroma: 0.08 },
  built: { hue: 155, chroma: 0.09 },
  failed: { hue: 25, chroma: 0.12 },
  cancelled: { hue: 230, chroma: 0.01 },
  removed: { hue: 230, chroma: 0.01 },
};

/** How far it is while it is being built; else its state in a word, and why it failed. */
export function DossierState({ dossier }: { readonly dossier: Dossier }) {
  const { state, problem } = dossier;
  if (state === "queued" || state === "running") return <UnderWay dossier={dossier} />;
  return (
    <div className="flex min-w-0 flex-col items-start gap-1">
      <HueBadge {...hues[state]}>{texts.states[state]}</HueBadge>
      {problem === null ? null : <p className="text-xs text-danger">{problem}</p>}
    </div>
  );
}

function UnderWay({ dossier }: { readonly dossier: Dossier }) {
  const { id, step, donePages, totalPages, state, number } = dossier;
  const cancel = useCancelDossier();
  const share = totalPages === 0 || donePages === 0 ? null : donePages / totalPages;
  return (
    <div className="flex min-w-44 flex-col gap-1">
      <ProgressBar share={share} label={texts.named(number)} />
      <p className="flex items-center justify-between gap-2 text-xs text-muted">
        <span role="status">
          {step ?? texts.states[state]}
          {donePages > 0 ? ` · ${texts.progress(donePages, totalPages)}` : null}
        </span>
        <Button
          variant="ghost"
          size="sm"
          pending={cancel.isPending}
          onClick={(event) => {
            event.stopPropagation();
            cancel.mutate(id);
          }}
        >
          {texts.cancel}
        </Button>
      </p>
    </div>
  );
}
