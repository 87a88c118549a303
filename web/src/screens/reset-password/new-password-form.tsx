import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { useEffect } from "react";
import { useForm, useWatch } from "react-hook-form";
import type { BodyInput } from "contract/endpoint";
import { ResetPasswordInput, sessionApi } from "contract/session";
import { call } from "#web/api/client.ts";
import { currentUserQuery } from "#web/api/current-user.ts";
import { errorSentence } from "#web/api/error-sentence.ts";
import { queryClient } from "#web/api/query.ts";
import { messages } from "#web/messages/messages.ts";
import { FormOutcome } from "#web/shell/form-outcome.tsx";
import { FormTitle } from "#web/shell/form-title.tsx";
import { PasswordRequirements } from "#web/shell/password-requirements.tsx";
import { UnsavedGuard } from "#web/shell/unsaved-guard.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { Notice } from "#web/ui/states.tsx";
import { useUnsaved } from "#web/ui/unsaved.ts";

const text = messages.session.reset;
const REDIRECT_AFTER_MS = 3000;

export function NewPasswordForm({ token }: { readonly token: string }) {
  const { register, handleSubmit, control, formState } = useForm({
    resolver: zodResolver(ResetPasswordInput),
    defaultValues: { token, password: "", confirmPassword: "" },
  });
  const password = useWatch({ control, name: "password" });
  const change = useMutation({
    mutationFn: (body: BodyInput<typeof sessionApi.resetPassword>) =>
      call(sessionApi.resetPassword, { body }),
    // A reset ends every session of this person, also one in this browser (D-128).
    onSuccess: () => queryClient.resetQueries({ queryKey: currentUserQuery.queryKey }),
  });
  const { errors, isDirty } = formState;
  useUnsaved(isDirty && !change.isSuccess);
  if (change.isSuccess) return <PasswordChanged />;
  return (
    <>
      <UnsavedGuard />
      <FormTitle title={text.title} subtitle={text.subtitle} />
      <form
        noValidate
        onSubmit={handleSubmit((input) => change.mutate(input))}
        className="mt-8 space-y-5"
      >
        {change.isError ? (
          <Notice tone="danger">{errorSentence(change.error, text.failed)}</Notice>
        ) : null}
        <Field label={text.password} error={errors.password?.message}>
          <PasswordInput size="lg" autoComplete="new-password" {...register("password")} />
        </Field>
        <Field label={text.confirm} error={errors.confirmPassword?.message}>
          <PasswordInput size="lg" autoComplete="new-password" {...register("confirmPassword")} />
        </Field>
        <PasswordRequirements password={password} />
        <Button
          type="submit"
          size="lg"
          className="w-full"
          pending={change.isPending}
          pendingText={text.submitting}
        >
          {text.submit}
        </Button>
      </form>
    </>
  );
}

function PasswordChanged() {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate({ to: "/" }), REDIRECT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <FormOutcome
      icon={CircleCheck}
      tone="ok"
      title={text.done}
      actions={
        <Button size="lg" onClick={() => void navigate({ to: "/" })}>
          {text.goNow}
        </Button>
      }
    >
      <p>{text.doneText}</p>
    </FormOutcome>
  );
}
