import { zodResolver } from "@hookform/resolvers/zod";
import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { showFieldErrors } from "#web/api/error-sentence.ts";
import { useHasTokens } from "#web/api/own-tokens.ts";
import { messages } from "#web/messages/messages.ts";
import type { ButtonVariant } from "#web/ui/button.tsx";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";

const texts = messages.factors;

const Form = z.object({
  name: z.string().check(z.trim(), z.minLength(1, texts.passkey.nameMissing), z.maxLength(60)),
  currentPassword: z.string().check(z.minLength(1, texts.passwordMissing)),
});

type PasswordDialogProps = {
  readonly title: ReactNode;
  readonly description: string;
  /** It changes how one signs in, which ends what came in the old way. */
  readonly endsTokens?: boolean;
  readonly submit: string;
  readonly pending: string;
  readonly variant?: ButtonVariant;
  /** Also asks for a name, which starts with this. */
  readonly suggestedName?: string;
  /** Closes nothing by itself: the caller does, when it has worked. */
  readonly onSubmit: (input: { name: string; currentPassword: string }) => Promise<unknown>;
  readonly onClose: () => void;
};

/** Every change of a second factor asks for the password again. */
export function PasswordDialog({
  title,
  description,
  endsTokens = true,
  submit,
  pending,
  variant = "primary",
  suggestedName,
  onSubmit,
  onClose,
}: PasswordDialogProps) {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(Form),
    defaultValues: { name: suggestedName ?? "-", currentPassword: "" },
  });
  const hasTokens = useHasTokens();
  const { errors, isSubmitting } = formState;
  const send = handleSubmit(async (input) => {
    try {
      await onSubmit(input);
    } catch (error) {
      // A toast has said it already; here it stands at the field it is about.
      showFieldErrors(error, ["currentPassword", "name"], setError);
    }
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      busy={isSubmitting}
      title={title}
      description={
        endsTokens && hasTokens ? `${description} ${messages.profile.tokensEndToo}` : description
      }
      onSubmit={(event) => void send(event)}
      footer={
        <DialogButtons
          onCancel={onClose}
          isPending={isSubmitting}
          submit={submit}
          pendingText={pending}
          variant={variant}
        />
      }
    >
      <div className="flex flex-col gap-5">
        {suggestedName === undefined ? null : (
          <Field
            label={texts.passkey.name}
            hint={texts.passkey.nameHint}
            error={errors.name?.message}
          >
            <Input dir="auto" {...register("name")} />
          </Field>
        )}
        <Field label={texts.password} error={errors.currentPassword?.message}>
          <PasswordInput {...register("currentPassword")} />
        </Field>
      </div>
    </Dialog>
  );
}
