import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useForm } from "react-hook-form";
import type { BodyInput } from "contract/endpoint";
import { LoginInput, sessionApi } from "contract/session";
import { call } from "#web/api/client.ts";
import { deviceHash } from "#web/api/device-hash.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { messages } from "#web/messages/messages.ts";
import { isFirstDay } from "#web/shell/bureau.ts";
import { FormTitle } from "#web/shell/form-title.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { Notice } from "#web/ui/states.tsx";
import { toast } from "#web/ui/toast-store.ts";
import type { PendingSignIn } from "./verification-form.tsx";

const text = messages.session.signIn;

type SignInFormProps = {
  readonly notice?: string;
  readonly onCodeNeeded: (pending: PendingSignIn) => void;
  readonly onSignedIn: () => Promise<void>;
};

export function SignInForm({ notice, onCodeNeeded, onSignedIn }: SignInFormProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(LoginInput),
    defaultValues: { email: "", password: "" },
  });
  const signIn = useMutation({
    mutationFn: (body: BodyInput<typeof sessionApi.login>) =>
      call(sessionApi.login, { body, headers: { "X-Device-Hash": deviceHash() } }),
    onSuccess: async ({ requiresOtp, ...step }, { email }) => {
      if (!requiresOtp) return onSignedIn();
      onCodeNeeded({ email, ...step });
      const description = step.factors === undefined ? text.codeNeededText : text.factorNeededText;
      toast({ title: text.codeNeeded, description });
    },
    onError: failureToast(text.failed, text.failed),
  });
  const { errors } = formState;
  return (
    <>
      <FormTitle title={text.title} subtitle={text.subtitle} />
      {notice === undefined ? null : <Notice className="mt-6">{notice}</Notice>}
      {isFirstDay() ? (
        <Notice className="mt-6">
          {text.firstDay} <code className="break-words">{text.firstDayCommand}</code>
        </Notice>
      ) : null}
      <form noValidate onSubmit={handleSubmit((input) => signIn.mutate(input))} className="mt-8">
        <Field label={text.email} error={errors.email?.message}>
          <Input
            size="lg"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={text.emailPlaceholder}
            {...register("email")}
          />
        </Field>
        <Field label={text.password} error={errors.password?.message} className="mt-5">
          <PasswordInput size="lg" {...register("password")} />
        </Field>
        <p className="mt-3.5 text-end">
          <Link
            to="/forgot-password"
            className="relative reach rounded-xs text-sm font-medium text-accent hover:underline"
          >
            {text.forgot}
          </Link>
        </p>
        <Button
          type="submit"
          size="lg"
          className="mt-5 w-full"
          pending={signIn.isPending}
          pendingStays
          pendingText={text.submitting}
        >
          {text.submit}
        </Button>
      </form>
    </>
  );
}
