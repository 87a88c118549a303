import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { agreementsApi } from "contract/agreements";
import type { AssignedUser } from "contract/case-parts";
import { type CaseFile, CreateCaseInput } from "contract/cases";
import { showFieldErrors } from "#web/api/error-sentence.ts";
import { upload } from "#web/api/upload.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { messages } from "#web/messages/messages.ts";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field, FieldGroup } from "#web/ui/field.tsx";
import { AgreementPick } from "./agreement-pick.tsx";
import { AssigneePicker } from "./assignee-picker.tsx";
import { useAssigneeSearch } from "./assignees.queries.ts";
import { CaseFields, newCase } from "./case-fields.tsx";
import { useCreateCase } from "./cases.queries.ts";

const texts = messages.cases.createDialog;
const fieldNames = [
  "title",
  "numberOfApplicants",
  "status",
  "nationality",
  "citizenshipProgram",
  "gender",
  "citizenshipFee",
  "fiuFee",
] as const;

type CreateCaseDialogProps = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
};

export function CreateCaseDialog({ open, onOpenChange }: CreateCaseDialogProps) {
  return open ? <OpenDialog onClose={() => onOpenChange(false)} /> : null;
}

function OpenDialog({ onClose }: { readonly onClose: () => void }) {
  const [assignedUsers, setAssignedUsers] = useState<AssignedUser["id"][]>([]);
  const [agreement, setAgreement] = useState<File | null>(null);
  const assignees = useAssigneeSearch();
  const create = useCreateCase();
  const form = useForm({ resolver: zodResolver(CreateCaseInput), defaultValues: newCase });
  const { isSubmitting, isDirty } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    try {
      const created = await create.mutateAsync({ ...values, assignedUsers });
      if (agreement) await sendAgreement(created, agreement);
      onClose();
    } catch (error) {
      showFieldErrors(error, fieldNames, form.setError);
      failureToast(messages.cases.errorTitle, texts.failed)(error);
    }
  });

  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      busy={isSubmitting}
      unsaved={isDirty || assignedUsers.length > 0 || agreement !== null}
      title={texts.title}
      description={texts.description}
      onSubmit={submit}
      footer={
        <DialogButtons
          onCancel={onClose}
          isPending={isSubmitting}
          submit={texts.submit}
          pendingText={texts.pending}
        />
      }
    >
      <FormProvider {...form}>
        <div className="grid grid-cols-6 gap-x-4 gap-y-5">
          <CaseFields names={["title"]} className="col-span-6" />
          <CaseFields
            names={["citizenshipProgram", "status"]}
            className="col-span-3 max-md:col-span-6"
          />
          <CaseFields names={["nationality"]} className="col-span-2 max-md:col-span-6" />
          <CaseFields
            names={["gender", "numberOfApplicants"]}
            labels={texts.fields}
            className="col-span-2 max-md:col-span-3"
          />
          <CaseFields
            names={["citizenshipFee", "fiuFee"]}
            className="col-span-3 max-md:col-span-6"
          />
          <FieldGroup label={texts.assignedUsers} className="col-span-6">
            <AssigneePicker
              assignees={assignees}
              chosen={assignedUsers}
              onChange={setAssignedUsers}
            />
          </FieldGroup>
          <Field label={texts.agreement} className="col-span-6">
            <AgreementPick file={agreement} onPick={setAgreement} />
          </Field>
        </div>
      </FormProvider>
    </Dialog>
  );
}

/** The case exists by now: a refused agreement is told, and can be uploaded again in the case. */
async function sendAgreement(created: CaseFile, file: File): Promise<void> {
  try {
    await upload(agreementsApi.uploadPdf, {
      params: { id: created.id },
      files: [file],
      fields: { category: "service-agreement" },
    });
  } catch (error) {
    failureToast(messages.cases.errorTitle, texts.agreementFailed)(error);
  }
}
