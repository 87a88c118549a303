import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowLeft, MailCheck } from "lucide-react";
import { useForm } from "react-hook-form";
import { ForgotPasswordInput, sessionApi } from "contract/session";
import { call } from "#web/api/client.ts";
import { errorSentence } from "#web/api/error-sentence.ts";
import { messages } from "#web/messages/messages.ts";
import { FormOutcome } from "#web/shell/form-outcome.tsx";
import { FormTitle } from "#web/shell/form-title.tsx";
import { SignedOutFrame } from "#web/shell/signed-out-frame.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Input } from "#web/ui/input.tsx";
import { Notice } from "#web/ui/states.tsx";

const text = messages.session.forgot;

/** Asks for a reset link; the answer is the same whether the address is known or not (I:111, D-127). */
export function ForgotPasswordScreen() {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(ForgotPasswordInput),
    defaultValues: { email: "" },
  });
  const send = useMutation({
    mutationFn: (body: { email: string }) => call(sessionApi.forgotPassword, { body }),
  });
  if (send.isSuccess) {
    return (
      <SignedOutFrame>
        <FormOutcome icon={MailCheck} tone="ok" title={text.sent} actions={<BackToLogin />}>
          <p>{text.sentText}</p>
          <p>{text.sentNote}</p>
        </FormOutcome>
      </SignedOutFrame>
    );
  }
  return (
    <SignedOutFrame>
      <FormTitle title={text.title} subtitle={text.subtitle} />
      <form
        noValidate
        onSubmit={handleSubmit((input) => send.mutate(input))}
        className="mt-8 space-y-5"
      >
        {send.isError ? (
          <Notice tone="danger">{errorSentence(send.error, text.failed)}</Notice>
        ) : null}
        <Field label={text.email} error={formState.errors.email?.message}>
          <Input
            size="lg"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={messages.session.signIn.emailPlaceholder}
            {...register("email")}
          />
        </Field>
        <Button
          type="submit"
          size="lg"
          className="w-full"
          pending={send.isPending}
          pendingText={text.submitting}
        >
          {text.submit}
        </Button>
        <BackToLogin />
      </form>
    </SignedOutFrame>
  );
}

function BackToLogin() {
  return (
    <Button asChild variant="ghost" className="-ms-3 self-start">
      <Link to="/">
        <Icon of={ArrowLeft} className="rtl:rotate-180" />
        {text.back}
      </Link>
    </Button>
  );
}
