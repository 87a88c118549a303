import { zodResolver } from "@hookform/resolvers/zod";
import { Controller, useForm } from "react-hook-form";
import { InviteInput } from "contract/users";
import { showFieldErrors } from "#web/api/error-sentence.ts";
import { messages } from "#web/messages/messages.ts";
import type { ChoiceSearch } from "#web/ui/choice-search.ts";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field, FieldGroup } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { CasePicker, type PickableCase } from "./case-picker.tsx";
import { RoleField } from "./role-field.tsx";
import { useInvite } from "./users.queries.ts";

const texts = messages.users;

type InviteDialogProps = {
  readonly cases: ChoiceSearch<PickableCase>;
  readonly onClose: () => void;
};

export function InviteDialog({ cases, onClose }: InviteDialogProps) {
  const invite = useInvite();
  const { register, control, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(InviteInput),
    defaultValues: {
      email: "",
      firstName: "",
      lastName: "",
      role: "client" as const,
      isAdmin: false,
      selectedCases: [] as number[],
    },
  });
  const { errors, isSubmitting, isDirty } = formState;
  const submit = handleSubmit(async (form) => {
    try {
      await invite.mutateAsync({ ...form, isAdmin: form.role === "admin" });
      onClose();
    } catch (error) {
      showFieldErrors(error, ["email", "firstName", "lastName", "role"], setError);
    }
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      busy={isSubmitting}
      unsaved={isDirty}
      title={texts.inviteDialog.title}
      description={texts.inviteDialog.description}
      onSubmit={(event) => void submit(event)}
      footer={
        <DialogButtons
          onCancel={onClose}
          isPending={isSubmitting}
          submit={texts.inviteDialog.submit}
          pendingText={texts.inviteDialog.pending}
        />
      }
    >
      <div className="grid grid-cols-2 gap-x-4 gap-y-5 max-md:grid-cols-1">
        <Field
          label={texts.fields.email}
          error={errors.email?.message}
          required
          className="col-span-full"
        >
          <Input type="email" autoComplete="off" {...register("email")} />
        </Field>
        <Field label={texts.fields.firstName} error={errors.firstName?.message}>
          <Input autoComplete="off" dir="auto" {...register("firstName")} />
        </Field>
        <Field label={texts.fields.lastName} error={errors.lastName?.message}>
          <Input autoComplete="off" dir="auto" {...register("lastName")} />
        </Field>
        <div className="col-span-full">
          <Controller
            control={control}
            name="role"
            render={({ field }) => (
              <RoleField
                value={field.value ?? "client"}
                onChange={field.onChange}
                error={errors.role?.message}
              />
            )}
          />
        </div>
        <FieldGroup label={texts.inviteDialog.cases} className="col-span-full">
          <Controller
            control={control}
            name="selectedCases"
            render={({ field }) => (
              <CasePicker cases={cases} chosen={field.value ?? []} onChange={field.onChange} />
            )}
          />
        </FieldGroup>
      </div>
    </Dialog>
  );
}
