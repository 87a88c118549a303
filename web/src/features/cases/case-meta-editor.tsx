import { zodResolver } from "@hookform/resolvers/zod";
import { FormProvider, useForm } from "react-hook-form";
import type * as z from "zod/mini";
import { type CaseFile, UpdateCaseMetaInput } from "contract/cases";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/states.tsx";
import { useUnsaved } from "#web/ui/unsaved.ts";
import { CaseFields } from "./case-fields.tsx";
import { useUpdateMeta } from "./cases.queries.ts";
import { savedMeanwhile, useCaseEdit } from "./use-case-edit.ts";

const texts = messages.editCase;
const fieldNames = ["title", "status", "nationality"] as const;

/** Title, status and nationality (C:126). */
export function CaseMetaEditor({ caseFile }: { readonly caseFile: CaseFile }) {
  const update = useUpdateMeta();
  const form = useForm({
    resolver: zodResolver(UpdateCaseMetaInput),
    values: {
      title: caseFile.title,
      status: caseFile.status,
      nationality: caseFile.nationality ?? "",
    },
    // What somebody types is not replaced when the case changes elsewhere.
    resetOptions: { keepDirtyValues: true },
  });
  const { isSubmitting, dirtyFields } = form.formState;
  const edit = useCaseEdit(caseFile, dirtyFields);
  useUnsaved(edit.isEditing);
  /** The call carries all three fields. Those that nobody touched here give way to what is saved by now. */
  const save = async (values: z.output<typeof UpdateCaseMetaInput>) => {
    const send = (body: typeof values) => update.mutateAsync({ caseFile: edit.basis, body });
    try {
      await send(values);
    } catch (error) {
      const saved = savedMeanwhile(error);
      const collides = fieldNames.some((name) => dirtyFields[name] && name in (saved ?? {}));
      if (saved === null || collides) throw error;
      await send(UpdateCaseMetaInput.parse({ ...values, ...saved }));
    }
  };
  const submit = form.handleSubmit(async (values) => {
    try {
      await save(values);
      // What is saved is no longer typed: without this the form keeps its own reset options.
      form.reset(values, { keepDirtyValues: false });
    } catch (error) {
      if (await edit.tellProblems(error, fieldNames, form.setError)) return;
      failureToast(texts.errorTitle, texts.failed)(error);
    }
  });
  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="grid grid-cols-2 gap-x-4 gap-y-5 max-md:grid-cols-1"
    >
      {edit.hasConflict && edit.isEditing ? (
        <Notice tone="info" className="col-span-full">
          {messages.cases.conflict}
        </Notice>
      ) : null}
      <FormProvider {...form}>
        <CaseFields names={["title"]} className="col-span-full" />
        <CaseFields names={["status", "nationality"]} />
      </FormProvider>
      <Button
        type="submit"
        className="col-span-full justify-self-end"
        disabled={!edit.isEditing}
        pending={isSubmitting}
        pendingText={texts.saving}
      >
        {texts.save}
      </Button>
    </form>
  );
}
