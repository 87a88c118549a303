import { Link } from "@tanstack/react-router";
import { Pause, Play, Square, Undo2 } from "lucide-react";
import { useState } from "react";
import type { Import } from "contract/imports";
import { formatDateTime } from "#web/format/time.ts";
import { importMessages } from "#web/messages/imports.ts";
import { Button } from "#web/ui/button.tsx";
import { cardLook } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { Notice } from "#web/ui/states.tsx";
import { countsText, rowsToWrite } from "./import-texts.ts";
import { useImportStep, useStartImport } from "./imports.queries.ts";
import { RowsTable } from "./rows-table.tsx";

const texts = importMessages.run;
const MINUTE_MS = 60_000;

/** How far it is; at the end what became of the rows, and the way back. */
type RunStepProps = {
  readonly shown: Import;
  /** The moment that it is of. */
  readonly readAt: number;
};

export function RunStep({ shown, readAt }: RunStepProps) {
  const { state } = shown;
  const isUnderWay = state === "running" || state === "paused";
  return (
    <div className="flex flex-col gap-4">
      {isUnderWay ? <UnderWay shown={shown} readAt={readAt} /> : null}
      {state === "undoing" ? <p role="status">{texts.undoing}</p> : null}
      {state === "finished" || state === "undone" ? <Ended shown={shown} readAt={readAt} /> : null}
      {isUnderWay ? null : <RowsTable shown={shown} onlyProblems={false} />}
    </div>
  );
}

function UnderWay({ shown, readAt }: RunStepProps) {
  const { id, state, position, waiting, reason } = shown;
  const all = rowsToWrite(shown);
  const done = Math.min(position, all);
  const share = all === 0 ? null : done / all;
  const rate = useRate(position, readAt);
  const pause = useImportStep(id, "pause");
  const finish = useImportStep(id, "finish");
  const goOn = useStartImport(id);
  const tenths = share === null ? 0 : Math.floor(share * 10) * 10;
  return (
    <div className={`${cardLook} flex flex-col gap-3 p-4`}>
      {reason === null ? null : <Notice tone="danger">{reason}</Notice>}
      <ProgressBar share={waiting ? null : share} label={texts.label} />
      <p className="text-sm text-muted tabular">
        {waiting ? texts.waiting : texts.progress(done, all)}
        {rate === null || state === "paused" ? null : ` · ${texts.rate(rate)}`}
      </p>
      {/* Not at every row: whoever listens hears every tenth. */}
      <p className="sr-only" role="status">
        {texts.announced(tenths)}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {state === "running" ? (
          <>
            <Button
              variant="secondary"
              icon={<Icon of={Pause} />}
              pending={pause.isPending}
              onClick={() => pause.mutate()}
            >
              {texts.pause}
            </Button>
            <p className="text-sm text-muted">{texts.leave}</p>
          </>
        ) : (
          <>
            <Button
              icon={<Icon of={Play} />}
              pending={goOn.isPending}
              onClick={() => goOn.mutate(true)}
            >
              {texts.goOn}
            </Button>
            <Button
              variant="secondary"
              icon={<Icon of={Square} />}
              pending={finish.isPending}
              onClick={() => finish.mutate()}
            >
              {texts.stop}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

/** Rows a minute since this page first saw it; null until a second place is known. */
function useRate(position: number, at: number): number | null {
  const [first] = useState({ position, at });
  const [seen, setSeen] = useState(first);
  if (seen.position !== position) setSeen({ position, at });
  const took = seen.at - first.at;
  const done = seen.position - first.position;
  return took > 0 && done > 0 ? Math.round((done * MINUTE_MS) / took) : null;
}

function Ended({ shown, readAt }: RunStepProps) {
  const { id, kind, state, counts, undoUntil } = shown;
  const [isAsked, ask] = useState(false);
  const undo = useImportStep(id, "undo");
  const mayUndo = state === "finished" && undoUntil !== null && Date.parse(undoUntil) > readAt;
  return (
    <div className={`${cardLook} flex flex-wrap items-center gap-x-6 gap-y-3 p-4`}>
      <div>
        <p className="text-base font-medium tabular">{countsText(shown)}</p>
        {state === "undone" && counts.kept > 0 ? (
          <p className="text-sm text-muted">{texts.kept(counts.kept)}</p>
        ) : null}
      </div>
      <div className="ms-auto flex flex-wrap items-center gap-4">
        {mayUndo ? (
          <div className="flex flex-wrap items-center gap-2">
            <Button variant="secondary" icon={<Icon of={Undo2} />} onClick={() => ask(true)}>
              {texts.undo}
            </Button>
            <span className="text-sm text-muted">{texts.until(formatDateTime(undoUntil))}</span>
          </div>
        ) : null}
        <Button asChild>
          <Link to="/">{texts.toCases}</Link>
        </Button>
      </div>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={ask}
        title={texts.undoTitle}
        description={kind === "cases" ? texts.undoText : texts.undoScans}
        confirmText={texts.undo}
        pending={undo.isPending}
        onConfirm={() => undo.mutate(undefined, { onSettled: () => ask(false) })}
      />
    </div>
  );
}
