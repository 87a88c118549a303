import { zodResolver } from "@hookform/resolvers/zod";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { type CaseFile, UpdateCaseInput } from "contract/cases";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/states.tsx";
import { CaseCodeField } from "./case-code-field.tsx";
import { CaseFields } from "./case-fields.tsx";
import { useRemoveCase, useUpdateCase } from "./cases.queries.ts";
import { useCaseEdit } from "./use-case-edit.ts";

const texts = messages.cases.informationDialog;
const fieldNames = [
  "title",
  "numberOfApplicants",
  "nationality",
  "citizenshipProgram",
  "citizenshipFee",
  "fiuFee",
] as const;

type CaseInformationDialogProps = {
  readonly caseFile: CaseFile;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onCodeChanged?: (caseCode: string) => void;
  readonly onRemoved?: () => void;
};

/** Title, program, applicants, fees in dollars, case id, and the end of a case. */
export function CaseInformationDialog(props: CaseInformationDialogProps) {
  return props.open ? <OpenDialog {...props} /> : null;
}

function informationOf(caseFile: CaseFile) {
  const { title, citizenshipProgram, nationality, numberOfApplicants, citizenshipFee, fiuFee } =
    caseFile;
  return {
    title,
    citizenshipProgram,
    nationality: nationality ?? "",
    numberOfApplicants,
    citizenshipFee,
    fiuFee,
  };
}

function OpenDialog({
  caseFile,
  onOpenChange,
  onCodeChanged,
  onRemoved,
}: CaseInformationDialogProps) {
  const [isRemoving, setIsRemoving] = useState(false);
  const update = useUpdateCase();
  const remove = useRemoveCase();
  const close = () => onOpenChange(false);
  const form = useForm({
    resolver: zodResolver(UpdateCaseInput),
    values: informationOf(caseFile),
    // What somebody types is not replaced when the case changes elsewhere.
    resetOptions: { keepDirtyValues: true },
  });
  const { isSubmitting, dirtyFields } = form.formState;
  const edit = useCaseEdit(caseFile, dirtyFields);

  const submit = form.handleSubmit(async (values) => {
    try {
      const changed = Object.fromEntries(
        fieldNames.filter((name) => dirtyFields[name]).map((name) => [name, values[name]]),
      );
      await update.mutateAsync({ caseFile: edit.basis, body: changed });
      close();
    } catch (error) {
      if (await edit.tellProblems(error, fieldNames, form.setError)) return;
      failureToast(messages.cases.errorTitle, texts.failed)(error);
    }
  });

  return (
    <>
      <Dialog
        open
        onOpenChange={close}
        size="lg"
        busy={isSubmitting}
        unsaved={edit.isEditing}
        title={texts.title}
        description={texts.description}
        onSubmit={submit}
        footer={
          <>
            <Button
              variant="ghost"
              className="me-auto text-danger!"
              icon={<Icon of={Trash2} />}
              onClick={() => setIsRemoving(true)}
            >
              {texts.remove}
            </Button>
            <DialogButtons
              onCancel={close}
              isPending={isSubmitting}
              submit={texts.submit}
              pendingText={texts.pending}
            />
          </>
        }
      >
        <div className="flex flex-col gap-5">
          {edit.hasConflict ? <Notice tone="info">{messages.cases.conflict}</Notice> : null}
          <FormProvider {...form}>
            <div className="grid grid-cols-2 gap-x-4 gap-y-5 max-md:grid-cols-1">
              <CaseFields names={["title"]} labels={texts.fields} className="col-span-full" />
              <CaseFields names={["citizenshipProgram", "nationality", "numberOfApplicants"]} />
              <div className="md:pt-6.5">
                <CaseCodeField caseFile={caseFile} onChanged={onCodeChanged} />
              </div>
              <CaseFields names={["citizenshipFee", "fiuFee"]} />
            </div>
          </FormProvider>
        </div>
      </Dialog>
      <ConfirmDialog
        open={isRemoving}
        onOpenChange={setIsRemoving}
        title={messages.cases.removeDialog.title(caseFile.title)}
        description={messages.cases.removeDialog.description}
        confirmText={messages.cases.removeDialog.confirm}
        pendingText={messages.cases.removeDialog.pending}
        pending={remove.isPending}
        variant="danger"
        onConfirm={() => {
          // A promise, since the live notice may take the case and this dialog away before the answer is here.
          const leave = () => {
            setIsRemoving(false);
            close();
            onRemoved?.();
          };
          remove.mutateAsync(caseFile).then(leave, () => undefined);
        }}
      />
    </>
  );
}
