import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { ArrowLeft, MonitorSmartphone } from "lucide-react";
import { useEffect } from "react";
import { Controller, useForm } from "react-hook-form";
import * as z from "zod/mini";
import { CODE_LENGTH, RESEND_COOLDOWN_SECONDS, sessionApi } from "contract/session";
import { ApiError, isRefusal } from "#web/api/api-error.ts";
import { call } from "#web/api/client.ts";
import { clearCsrfToken } from "#web/api/csrf.ts";
import { deviceHash } from "#web/api/device-hash.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { verification as text } from "#web/messages/verification.ts";
import { FormTitle } from "#web/shell/form-title.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { OtpInput } from "#web/ui/otp-input.tsx";
import { Notice } from "#web/ui/states.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { useCountdown } from "./use-countdown.ts";

/** So long the code of the demonstration is looked at. */
const SHOWN_MS = 1500;

/** The form has its own sentence; the API's are more exact (D-095). */
const CodeForm = z.object({ otp: z.string().check(z.length(CODE_LENGTH, text.wrongLength)) });

export type PendingSignIn = {
  readonly email: string;
  readonly deviceName: string | null;
  /** What is asked for in place of a code by mail. */
  readonly factors?: { readonly totp: boolean; readonly passkey: boolean };
  /** Told on the portal's own machine alone. */
  readonly codeIn?: { readonly outbox: string; readonly terminal: boolean };
  /** The code itself and a sentence with it, which the demonstration alone tells. */
  readonly demo?: { readonly code: string; readonly sentence: string };
};

export type VerificationFormProps = {
  readonly pending: PendingSignIn;
  readonly onBack: () => void;
  readonly onVerified: () => Promise<void>;
};

/** The code from the mail, for a device that the portal does not know yet. */
export function VerificationForm({ pending, onBack, onVerified }: VerificationFormProps) {
  const { email, deviceName } = pending;
  const code = pending.demo?.code ?? "";
  const { control, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(CodeForm),
    defaultValues: { otp: code },
  });
  const verify = useMutation({
    mutationFn: ({ otp }: { otp: string }) =>
      call(sessionApi.verifyOtp, { body: { otp, email, deviceHash: deviceHash() } }),
    onSuccess: async () => {
      clearCsrfToken();
      toast({ title: text.successful, description: text.successfulText });
      await onVerified();
    },
    onError: (error) => {
      if (isRefusal(error)) reset();
      failureToast(text.failed, text.failed)(error);
    },
  });
  const submit = handleSubmit((input) => verify.mutate(input));
  // One click signs in: the code is seen, and then used.
  useEffect(() => {
    if (code === "") return;
    const timer = setTimeout(() => void submit(), SHOWN_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- once for each code
  }, [code]);
  return (
    <>
      <FormTitle
        title={text.title}
        subtitle={
          <>
            {text.sentBefore}
            <span className="font-medium break-words text-ink">{email}</span>
          </>
        }
      />
      <DeviceLine name={deviceName} />
      <CodePlace pending={pending} />
      <form noValidate onSubmit={submit} className="mt-6">
        <Field label={text.code} labelHidden error={formState.errors.otp?.message}>
          <Controller
            control={control}
            name="otp"
            render={({ field }) => (
              <OtpInput value={field.value} onChange={field.onChange} length={CODE_LENGTH} />
            )}
          />
        </Field>
        <Button
          type="submit"
          size="lg"
          className="mt-6 w-full"
          pending={verify.isPending || verify.isSuccess}
          pendingStays
          pendingText={text.submitting}
        >
          {text.submit}
        </Button>
      </form>
      <div className="mt-5 flex items-center justify-between">
        <BackButton onBack={onBack} />
        <ResendButton email={email} />
      </div>
    </>
  );
}

/** Where the code is, when no mail brings it. */
function CodePlace({ pending: { demo, codeIn } }: Pick<VerificationFormProps, "pending">) {
  if (demo !== undefined) return <Notice className="mt-3">{demo.sentence}</Notice>;
  if (codeIn === undefined) return null;
  return (
    <Notice className="mt-3 break-words">
      {codeIn.terminal ? text.codeInTerminal : text.codeInOutbox(codeIn.outbox)}
    </Notice>
  );
}

/** Which device is being verified. */
export function DeviceLine({ name }: { readonly name: string | null }) {
  return (
    <p className="mt-5 flex min-h-10 items-center gap-2.5 rounded-md bg-sunken px-3 py-2 text-sm">
      <Icon of={MonitorSmartphone} className="text-muted" />
      <span className="text-muted">{text.device}</span>
      <span className="font-medium">{name ?? text.unknownDevice}</span>
    </p>
  );
}

export function BackButton({ onBack }: { readonly onBack: () => void }) {
  return (
    <Button
      variant="ghost"
      className="-ms-3"
      onClick={onBack}
      icon={<Icon of={ArrowLeft} className="rtl:rotate-180" />}
    >
      {text.back}
    </Button>
  );
}

function ResendButton({ email }: { readonly email: string }) {
  // The code has just been sent: the first wait starts with the screen (C:108).
  const { secondsLeft, restart } = useCountdown(RESEND_COOLDOWN_SECONDS);
  const resend = useMutation({
    mutationFn: () => call(sessionApi.resendOtp, { body: { email, deviceHash: deviceHash() } }),
    onSuccess: () => {
      restart(RESEND_COOLDOWN_SECONDS);
      toast({ title: text.resent, description: text.resentText });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 429 && error.retryAfter !== null)
        restart(error.retryAfter);
      failureToast(text.resendFailed, text.resendFailedText)(error);
    },
  });
  const label = secondsLeft > 0 ? text.resendIn(secondsLeft) : text.resend;
  return (
    <Button
      variant="ghost"
      className="-me-3 tabular"
      disabled={secondsLeft > 0 || resend.isPending}
      onClick={() => resend.mutate()}
    >
      {resend.isPending ? text.resending : label}
    </Button>
  );
}
