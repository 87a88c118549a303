import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { useForm, useWatch } from "react-hook-form";
import type { AnswerOf, BodyInput } from "contract/endpoint";
import { CompleteRegistrationInput, usersApi } from "contract/users";
import { call } from "#web/api/client.ts";
import { showFieldErrors } from "#web/api/error-sentence.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { formatDateTime } from "#web/format/time.ts";
import { messages } from "#web/messages/messages.ts";
import { FormTitle } from "#web/shell/form-title.tsx";
import { PasswordRequirements } from "#web/shell/password-requirements.tsx";
import { UnsavedGuard } from "#web/shell/unsaved-guard.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { useUnsaved } from "#web/ui/unsaved.ts";

const text = messages.session.registration;

type RegistrationFormProps = {
  readonly token: string;
  readonly invitation: AnswerOf<typeof usersApi.getInvitation>;
};

export function RegistrationForm({ token, invitation }: RegistrationFormProps) {
  const navigate = useNavigate();
  // The link of an empty portal is for whoever started it: the address is asked for (decision 0009).
  const isForNobodyYet = invitation.email === "";
  const { register, handleSubmit, control, setError, formState } = useForm({
    resolver: zodResolver(CompleteRegistrationInput),
    defaultValues: {
      token,
      email: isForNobodyYet ? "" : undefined,
      firstName: invitation.firstName ?? "",
      lastName: invitation.lastName ?? "",
      password: "",
    },
  });
  const password = useWatch({ control, name: "password" });
  const complete = useMutation({
    mutationFn: (body: BodyInput<typeof usersApi.completeRegistration>) =>
      call(usersApi.completeRegistration, { body }),
    onSuccess: () => toast({ title: text.completed, description: text.completedText }),
    onError: (error) => {
      showFieldErrors(error, ["email", "firstName", "lastName", "password"], setError);
      failureToast(text.failed, text.failedText)(error);
    },
  });
  const { errors, isDirty } = formState;
  useUnsaved(isDirty && !complete.isSuccess);
  // Not before nothing is unsaved any more: leaving would ask.
  useEffect(() => {
    if (complete.isSuccess) void navigate({ to: "/" });
  }, [complete.isSuccess, navigate]);
  return (
    <>
      <UnsavedGuard />
      <FormTitle
        title={text.title}
        subtitle={isForNobodyYet ? text.firstAdminSubtitle : text.subtitle}
      />
      {isForNobodyYet ? null : <InvitedAddress invitation={invitation} />}
      <form
        noValidate
        onSubmit={handleSubmit((input) => complete.mutate(input))}
        className="mt-6 space-y-5"
      >
        {isForNobodyYet ? (
          <Field label={text.email} error={errors.email?.message} required>
            <Input size="lg" type="email" autoComplete="username" {...register("email")} />
          </Field>
        ) : (
          <input type="hidden" autoComplete="username" value={invitation.email} readOnly />
        )}
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-3">
          <Field label={text.firstName} error={errors.firstName?.message}>
            <Input size="lg" autoComplete="given-name" {...register("firstName")} />
          </Field>
          <Field label={text.lastName} error={errors.lastName?.message}>
            <Input size="lg" autoComplete="family-name" {...register("lastName")} />
          </Field>
        </div>
        <Field label={text.password} error={errors.password?.message}>
          <PasswordInput size="lg" autoComplete="new-password" {...register("password")} />
        </Field>
        <PasswordRequirements password={password} />
        <Button
          type="submit"
          size="lg"
          className="w-full"
          pending={complete.isPending || complete.isSuccess}
          pendingStays
          pendingText={text.submitting}
        >
          {text.submit}
        </Button>
      </form>
    </>
  );
}

function InvitedAddress({ invitation }: Pick<RegistrationFormProps, "invitation">) {
  return (
    <dl className="mt-5 rounded-md bg-sunken px-3.5 py-3 text-sm">
      <dt className="text-xs text-muted">{text.invitedEmail}</dt>
      <dd className="font-medium break-words">{invitation.email}</dd>
      <dd className="mt-1 text-xs text-muted">
        {text.expires(formatDateTime(invitation.expiresAt))}
      </dd>
    </dl>
  );
}
