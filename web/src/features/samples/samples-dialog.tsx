import { useState } from "react";
import { type Program, programLabels, programs } from "contract/case-parts";
import { acceptsName, uploadRules } from "contract/files";
import { type SampleCategory, sampleCategories, sampleCategoryLabels } from "contract/samples";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Dropzone, FileList } from "#web/ui/dropzone.tsx";
import { Field } from "#web/ui/field.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { QueryStates } from "#web/ui/query-states.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { Select } from "#web/ui/select.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { SampleList } from "./sample-list.tsx";
import { useSamples, useUploadSamples } from "./samples.queries.ts";

const texts = messages.samples;
const rule = uploadRules.sampleDocument;

type SamplesDialogProps = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
};

/** Admins add, look at and delete the sample documents of both programs. */
export function SamplesDialog({ open, onOpenChange }: SamplesDialogProps) {
  const [program, setProgram] = useState<Program>("vanuatu");
  const samples = useSamples();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title={texts.title}
      description={texts.description}
    >
      <div className="flex flex-col gap-5">
        <SegmentedControl
          label={texts.program}
          value={program}
          onValueChange={setProgram}
          segments={programs.map((value) => ({ value, label: programLabels[value] }))}
        />
        <SampleUpload program={program} />
        <QueryStates of={samples} texts={texts} />
        {samples.data ? (
          <SampleList
            samples={samples.data.filter((sample) => sample.program === program)}
            mayRemove
            heading="h3"
          />
        ) : null}
      </div>
    </Dialog>
  );
}

function SampleUpload({ program }: { readonly program: Program }) {
  const [category, setCategory] = useState<SampleCategory>("application-forms");
  const [files, setFiles] = useState<readonly File[]>([]);
  const [share, setShare] = useState(0);
  const send = useUploadSamples();
  const add = (picked: readonly File[]) => {
    const problem = picked.map(problemOf).find((found) => found !== null);
    if (problem)
      toast({ title: texts.uploadFailedTitle, description: problem, variant: "destructive" });
    setFiles((before) =>
      [...before, ...picked.filter((file) => problemOf(file) === null)].slice(0, rule.maxFiles),
    );
  };
  const submit = () => {
    if (files.length === 0) {
      toast({ title: texts.uploadFailedTitle, description: texts.noFiles, variant: "destructive" });
      return;
    }
    send.mutate(
      { files: [...files], category, program, onProgress: setShare },
      { onSuccess: () => setFiles([]) },
    );
  };
  return (
    <section
      aria-label={texts.add}
      className="flex flex-col gap-3 rounded-lg border border-line bg-sunken p-4"
    >
      <div className="flex items-end gap-3 max-md:flex-col max-md:items-stretch">
        <Field label={texts.category} className="flex-1">
          <Select
            value={category}
            onValueChange={setCategory}
            options={sampleCategories.map((value) => ({
              value,
              label: sampleCategoryLabels[value],
            }))}
          />
        </Field>
        <Button pending={send.isPending} pendingText={texts.uploading} onClick={submit}>
          {texts.upload}
        </Button>
      </div>
      <Dropzone
        multiple
        label={texts.add}
        extensions={rule.extensions}
        hint={texts.hint}
        disabled={send.isPending}
        onFiles={add}
      />
      <FileList
        files={files}
        onRemove={
          send.isPending
            ? undefined
            : (removed) => setFiles(files.filter((file) => file !== removed))
        }
      />
      {send.isPending ? <ProgressBar share={share} label={texts.uploading} /> : null}
    </section>
  );
}

function problemOf(file: File): string | null {
  if (!acceptsName(rule, file.name)) return texts.unsupported(file.name);
  return file.size > rule.maxBytes ? texts.tooLarge(file.name) : null;
}
