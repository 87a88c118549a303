import { zodResolver } from "@hookform/resolvers/zod";
import { Controller, useForm } from "react-hook-form";
import { UpdateUserInput, type User } from "contract/users";
import { showFieldErrors } from "#web/api/error-sentence.ts";
import { messages } from "#web/messages/messages.ts";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { RoleField } from "./role-field.tsx";
import { useUpdateUser } from "./users.queries.ts";

const texts = messages.users;

type EditUserDialogProps = {
  /** null closes the dialog. */
  readonly user: User | null;
  readonly onClose: () => void;
};

export function EditUserDialog({ user, onClose }: EditUserDialogProps) {
  return user === null ? null : <OpenDialog key={user.id} user={user} onClose={onClose} />;
}

function OpenDialog({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const update = useUpdateUser();
  const { register, control, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(UpdateUserInput),
    defaultValues: {
      firstName: user.firstName ?? "",
      lastName: user.lastName ?? "",
      email: user.email,
      role: user.role,
    },
  });
  const { errors, isSubmitting, isDirty } = formState;
  const submit = handleSubmit(async (body) => {
    try {
      await update.mutateAsync({ user, body });
      onClose();
    } catch (error) {
      showFieldErrors(error, ["firstName", "lastName", "email", "role"], setError);
    }
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      busy={isSubmitting}
      unsaved={isDirty}
      title={texts.editDialog.title}
      description={user.email}
      onSubmit={(event) => void submit(event)}
      footer={
        <DialogButtons
          onCancel={onClose}
          isPending={isSubmitting}
          submit={texts.editDialog.submit}
          pendingText={texts.editDialog.pending}
        />
      }
    >
      <div className="grid grid-cols-2 gap-x-4 gap-y-5 max-md:grid-cols-1">
        <Field label={texts.fields.firstName} error={errors.firstName?.message} required>
          <Input autoComplete="off" dir="auto" {...register("firstName")} />
        </Field>
        <Field label={texts.fields.lastName} error={errors.lastName?.message} required>
          <Input autoComplete="off" dir="auto" {...register("lastName")} />
        </Field>
        <Field
          label={texts.fields.email}
          error={errors.email?.message}
          required
          className="col-span-full"
        >
          <Input type="email" autoComplete="off" {...register("email")} />
        </Field>
        <div className="col-span-full">
          <Controller
            control={control}
            name="role"
            render={({ field }) => (
              <RoleField
                value={field.value}
                onChange={field.onChange}
                error={errors.role?.message}
              />
            )}
          />
        </div>
      </div>
    </Dialog>
  );
}
