import { Columns3, FileDown, FileUp } from "lucide-react";
import { useState } from "react";
import type { Import } from "contract/imports";
import { importMessages } from "#web/messages/imports.ts";
import { Button } from "#web/ui/button.tsx";
import { cardLook } from "#web/ui/card.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/states.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { useFilePicker } from "#web/ui/use-file-picker.tsx";
import { FolderUpload } from "./folder-upload.tsx";
import { rowsToWrite } from "./import-texts.ts";
import { downloadProblems, useCorrectedFile, useStartImport } from "./imports.queries.ts";
import { RowsTable } from "./rows-table.tsx";

const texts = importMessages.check;

type CheckStepProps = { readonly shown: Import; readonly onColumns: () => void };

/** What each row would become, and what is wrong with it; nothing is written yet. */
export function CheckStep({ shown, onColumns }: CheckStepProps) {
  const { id, kind, counts } = shown;
  const [onlyProblems, setOnlyProblems] = useState(false);
  const hasProblems = counts.blocked + counts.warned > 0;
  // Made without a file: its files come one by one.
  const isFolder = kind === "scans" && shown.name === "";
  return (
    <div className="flex flex-col gap-4">
      {isFolder ? <FolderUpload id={id} /> : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status" className="text-base font-medium tabular">
          {texts.summary(counts)}
        </p>
        <div className="ms-auto flex flex-wrap items-center gap-2">
          {kind === "cases" ? (
            <>
              <Button variant="ghost" size="sm" icon={<Icon of={Columns3} />} onClick={onColumns}>
                {texts.columns}
              </Button>
              <Corrected shown={shown} />
            </>
          ) : null}
          {hasProblems ? (
            <Button
              variant="secondary"
              size="sm"
              icon={<Icon of={FileDown} />}
              onClick={() => downloadProblems(id)}
            >
              {texts.download}
            </Button>
          ) : null}
        </div>
      </div>
      {counts.rows > 0 ? <StartBox shown={shown} /> : null}
      {hasProblems ? (
        <Switch checked={onlyProblems} onCheckedChange={setOnlyProblems}>
          {texts.onlyProblems}
        </Switch>
      ) : null}
      {counts.rows > 0 ? (
        <RowsTable shown={shown} onlyProblems={onlyProblems && hasProblems} />
      ) : null}
    </div>
  );
}

/** Says what will happen; whatever is left out has to be confirmed. */
function StartBox({ shown }: { readonly shown: Import }) {
  const { id, kind, counts, mapping } = shown;
  const start = useStartImport(id);
  const [isConfirmed, confirm] = useState(false);
  const left = counts.blocked;
  const written = rowsToWrite(shown);
  const cases = mapping.people === null ? written : (counts.cases ?? written);
  const noun = kind === "cases" ? "case" : "document";
  if (written === 0) return <Notice>{texts.nothing}</Notice>;
  return (
    <div className={`${cardLook} flex flex-wrap items-center gap-x-6 gap-y-2 p-4`}>
      <p className="text-base">{texts.outcome(noun, kind === "cases" ? cases : written, left)}</p>
      <div className="ms-auto flex flex-wrap items-center gap-4">
        {left > 0 ? (
          <Checkbox checked={isConfirmed} onCheckedChange={confirm}>
            {texts.confirm(left)}
          </Checkbox>
        ) : null}
        <Button
          disabled={left > 0 && !isConfirmed}
          pending={start.isPending}
          pendingText={texts.starting}
          onClick={() => start.mutate(isConfirmed)}
        >
          {texts.start}
        </Button>
      </div>
    </div>
  );
}

function Corrected({ shown }: { readonly shown: Import }) {
  const correct = useCorrectedFile(shown);
  const [field, choose] = useFilePicker({
    label: texts.corrected,
    accept: ".xlsx,.csv",
    isMultiple: true,
    onFiles: (files) => correct.mutate(files.slice(0, 2)),
  });
  return (
    <>
      {field}
      <Button
        variant="secondary"
        size="sm"
        icon={<Icon of={FileUp} />}
        pending={correct.isPending}
        onClick={choose}
      >
        {texts.corrected}
      </Button>
    </>
  );
}
