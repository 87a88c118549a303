import { zodResolver } from "@hookform/resolvers/zod";
import { Controller, useForm } from "react-hook-form";
import type * as z from "zod/mini";
import { caseStatuses, caseStatusTexts } from "contract/case-status";
import type { CaseFile } from "contract/cases";
import { showFieldErrors } from "#web/api/error-sentence.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { Notice } from "#web/ui/states.tsx";
import { useUnsaved } from "#web/ui/unsaved.ts";
import { CaseMetaForm } from "./case-forms.ts";
import { useUpdateMeta } from "./cases.queries.ts";
import { NationalityField } from "./nationality-field.tsx";
import { StatusGlyph } from "./status-badge.tsx";
import { savedMeanwhile, useCaseEdit } from "./use-case-edit.ts";

const texts = messages.editCase;
const fieldNames = ["title", "status", "nationality"] as const;

/** Title, status and nationality (C:126). */
export function CaseMetaEditor({ caseFile }: { readonly caseFile: CaseFile }) {
  const update = useUpdateMeta();
  const { register, control, handleSubmit, setError, reset, formState } = useForm({
    resolver: zodResolver(CaseMetaForm),
    values: {
      title: caseFile.title,
      status: caseFile.status,
      nationality: caseFile.nationality ?? "",
    },
    // What somebody types is not replaced when the case changes elsewhere.
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isSubmitting, dirtyFields } = formState;
  const edit = useCaseEdit(caseFile, dirtyFields);
  useUnsaved(edit.isEditing);
  /** The call carries all three fields. Those that nobody touched here give way to what is saved by now. */
  const save = async (form: z.output<typeof CaseMetaForm>) => {
    const send = (body: typeof form) => update.mutateAsync({ caseFile: edit.basis, body });
    try {
      await send(form);
    } catch (error) {
      const saved = savedMeanwhile(error);
      const collides = fieldNames.some((name) => dirtyFields[name] && name in (saved ?? {}));
      if (saved === null || collides) throw error;
      await send(CaseMetaForm.parse({ ...form, ...saved }));
    }
  };
  const submit = handleSubmit(async (form) => {
    try {
      await save(form);
      // What is saved is no longer typed: without this the form keeps its own reset options.
      reset(form, { keepDirtyValues: false });
    } catch (error) {
      const saved = savedMeanwhile(error);
      if (saved) {
        await edit.acceptConflict();
        for (const name of fieldNames.filter((field) => field in saved))
          setError(name, { message: texts.savedMeanwhile(shownValue(name, saved)) });
        return;
      }
      showFieldErrors(error, fieldNames, setError);
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
          {texts.conflict}
        </Notice>
      ) : null}
      <Field
        label={texts.fields.title}
        error={errors.title?.message}
        required
        className="col-span-full"
      >
        <Input dir="auto" {...register("title")} />
      </Field>
      <Field label={texts.fields.status} error={errors.status?.message} required>
        <Controller
          control={control}
          name="status"
          render={({ field }) => (
            <Select
              value={field.value}
              onValueChange={field.onChange}
              options={caseStatuses.map((status) => ({
                value: status,
                label: caseStatusTexts[status].label,
                mark: <StatusGlyph status={status} />,
              }))}
            />
          )}
        />
      </Field>
      <Controller
        control={control}
        name="nationality"
        render={({ field }) => (
          <NationalityField
            value={field.value}
            onChange={field.onChange}
            error={errors.nationality?.message}
          />
        )}
      />
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

function shownValue(name: (typeof fieldNames)[number], saved: Partial<CaseFile>): string {
  if (name === "status" && saved.status) return caseStatusTexts[saved.status].label;
  return saved[name] ?? "";
}
