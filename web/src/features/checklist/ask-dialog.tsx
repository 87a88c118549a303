import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { AddExtraItemInput, type ChecklistItem } from "contract/checklist";
import { askedCategories } from "contract/checklist-parts";
import { documentCategoryLabel, isAdminCategory } from "contract/document-categories";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { checklistMessages } from "#web/messages/checklist.ts";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { DateField, SelectField } from "#web/ui/form-fields.tsx";
import { Input } from "#web/ui/input.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import type { ListedPerson } from "./checklist-sections.ts";
import { type ChecklistCase, useAddExtraItem, useUpdateExtraItem } from "./checklist.queries.ts";
import { latestDay } from "./latest-day.ts";

const texts = checklistMessages.ask;
const WHOLE_CASE = "case";

type AskDialogProps = {
  readonly caseFile: ChecklistCase;
  readonly people: readonly ListedPerson[];
  readonly isAdmin: boolean;
  /** What was asked for already, to be changed; null asks for something new. */
  readonly item: ChecklistItem | null;
  readonly onClose: () => void;
};

/** As it is typed; what is empty is not sent. */
const AskForm = z.object({
  title: AddExtraItemInput.shape.title,
  person: z.string(),
  category: AddExtraItemInput.shape.category,
  instruction: z.string(),
  dueOn: z.string(),
});
type AskForm = z.output<typeof AskForm>;

const emptied = (text: string) => (text.trim() === "" ? null : text);

/** Asks for a paper that no rule asks for: what, of whom, until when (checklist.md 4.2). */
export function AskDialog({ caseFile, people, isAdmin, item, onClose }: AskDialogProps) {
  const add = useAddExtraItem(caseFile);
  const update = useUpdateExtraItem(caseFile);
  const form = useForm({
    resolver: zodResolver(AskForm),
    defaultValues: {
      title: item?.label ?? "",
      person: item?.applicantId ? String(item.applicantId) : WHOLE_CASE,
      category: item?.category ?? ("other" as const),
      instruction: item?.help ?? "",
      dueOn: item?.dueOn ?? "",
    },
  });
  const { control, register, formState } = form;
  const submit = form.handleSubmit(async (values) => {
    const said = saidIn(values);
    const { person, category } = values;
    const applicantId = person === WHOLE_CASE ? null : Number(person);
    try {
      if (item === null) await add.mutateAsync({ ...said, category, applicantId });
      else await update.mutateAsync({ item, changes: said });
      onClose();
    } catch (error) {
      failureToast(checklistMessages.errorTitle, checklistMessages.decideFailed)(error);
    }
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      busy={formState.isSubmitting}
      unsaved={formState.isDirty}
      title={item === null ? texts.open : texts.change}
      onSubmit={submit}
      footer={
        <DialogButtons
          onCancel={onClose}
          isPending={formState.isSubmitting}
          submit={item === null ? texts.submit : texts.save}
          pendingText={texts.pending}
        />
      }
    >
      <div className="flex flex-col gap-5">
        <Field label={texts.what} error={formState.errors.title?.message} required>
          <Input {...register("title")} maxLength={120} dir="auto" />
        </Field>
        {item === null ? (
          <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
            <SelectField
              control={control}
              name="person"
              label={texts.forWhom}
              options={[
                { value: WHOLE_CASE, label: texts.wholeCase },
                ...people.map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
            />
            <SelectField
              control={control}
              name="category"
              label={texts.type}
              options={askedCategories
                .filter((category) => isAdmin || !isAdminCategory(category))
                .map((category) => ({ value: category, label: documentCategoryLabel(category) }))}
            />
          </div>
        ) : null}
        <Field
          label={texts.instruction}
          hint={texts.instructionHint}
          error={formState.errors.instruction?.message}
        >
          <Textarea {...register("instruction")} maxLength={1000} dir="auto" />
        </Field>
        <DateField control={control} name="dueOn" label={texts.dueOn} max={latestDay()} />
      </div>
    </Dialog>
  );
}

function saidIn({ title, instruction, dueOn }: AskForm) {
  return { title, instruction: emptied(instruction), dueOn: emptied(dueOn) };
}
