import { FileDown } from "lucide-react";
import { useState } from "react";
import type { Import } from "contract/imports";
import { importMessages as texts } from "#web/messages/imports.ts";
import { usePageTitle } from "#web/shell/page-title.ts";
import { Button } from "#web/ui/button.tsx";
import { SectionCard } from "#web/ui/card.tsx";
import { Dropzone } from "#web/ui/dropzone.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Page, PageHeader } from "#web/ui/page-header.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { Notice } from "#web/ui/states.tsx";
import { FolderButton } from "./folder-button.tsx";
import { keepFolder, type PathedFile } from "./folder-files.ts";
import { backToImports } from "./import-texts.ts";
import { downloadTemplate, useCreateImport } from "./imports.queries.ts";
import { Steps } from "./steps.tsx";

const { file: words } = texts;

/** The first step: a table, an archive of scans, or a folder of them. */
export function NewImport() {
  usePageTitle(texts.beginTitle);
  const create = useCreateImport();
  const [problem, setProblem] = useState<string | null>(null);
  const choose = (kind: Import["kind"], files: readonly File[]) => {
    const isRight = files.every(({ name }) =>
      kind === "cases" ? /\.(xlsx|csv)$/i.test(name) : /\.zip$/i.test(name),
    );
    setProblem(isRight ? null : kind === "cases" ? words.needsCases : words.needsZip);
    if (isRight) create.mutate({ kind, files });
  };
  const chooseFolder = (files: readonly PathedFile[]) => {
    if (files.length === 0) return;
    setProblem(null);
    create.mutate({ kind: "scans", files: [] }, { onSuccess: ({ id }) => keepFolder(id, files) });
  };
  return (
    <Page width="narrow">
      <PageHeader title={texts.beginTitle} {...backToImports} />
      <Steps of="file" kind="cases" />
      {problem === null ? null : (
        <Notice tone="danger" className="mb-4">
          {problem}
        </Notice>
      )}
      <div className="grid grid-cols-2 items-start gap-6 max-md:grid-cols-1">
        <SectionCard title={words.cases} description={words.casesHint}>
          <div className="flex flex-col gap-4">
            <Dropzone
              label={words.cases}
              size="area"
              extensions={["xlsx", "csv"]}
              multiple
              hint={words.casesLimit}
              disabled={create.isPending}
              onFiles={(files) => choose("cases", files.slice(0, 2))}
            />
            <Templates />
          </div>
        </SectionCard>
        <SectionCard title={words.scans} description={words.scansHint}>
          <div className="flex flex-col gap-4">
            <code className="rounded-md bg-sunken px-3.5 py-2.5 text-sm break-words" dir="ltr">
              {words.scansName}
            </code>
            <Dropzone
              label={words.scans}
              size="area"
              extensions={["zip"]}
              hint={words.scansLimit}
              disabled={create.isPending}
              onFiles={(files) => choose("scans", files)}
            />
            <FolderButton disabled={create.isPending} onFiles={chooseFolder} />
          </div>
        </SectionCard>
      </div>
      {create.isPending ? (
        <ProgressBar share={null} label={words.uploading} className="mt-6" />
      ) : null}
    </Page>
  );
}

function Templates() {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        variant="secondary"
        size="sm"
        icon={<Icon of={FileDown} />}
        onClick={() => downloadTemplate({ format: "xlsx" })}
      >
        {texts.template}
      </Button>
      <Button
        variant="ghost"
        size="sm"
        onClick={() => downloadTemplate({ kind: "cases", format: "csv" })}
      >
        {words.csv}
      </Button>
      <Button
        variant="ghost"
        size="sm"
        onClick={() => downloadTemplate({ kind: "people", format: "csv" })}
      >
        {words.csvPeople}
      </Button>
    </div>
  );
}
