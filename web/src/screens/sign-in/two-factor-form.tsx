import { useMutation } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { type FormEvent, useState } from "react";
import { CODE_LENGTH } from "contract/session";
import { twoFactorApi } from "contract/two-factor";
import { isRefusal } from "#web/api/api-error.ts";
import { call } from "#web/api/client.ts";
import { clearCsrfToken } from "#web/api/csrf.ts";
import { deviceHash } from "#web/api/device-hash.ts";
import { canUsePasskeys, signWithPasskey, wasCancelled } from "#web/api/passkeys.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { factor as text, verification } from "#web/messages/verification.ts";
import { FormTitle } from "#web/shell/form-title.tsx";
import { Button } from "#web/ui/button.tsx";
import { CodeField } from "#web/ui/code-field.tsx";
import { Field } from "#web/ui/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { BackButton, DeviceLine, type VerificationFormProps } from "./verification-form.tsx";

type Way = "passkey" | "totp" | "recovery";

const names: Record<Way, string> = {
  passkey: text.withPasskey,
  totp: text.withTotp,
  recovery: text.withRecovery,
};

/** In place of the code by mail, for somebody who has set up something stronger (security.md 4.9). */
export function TwoFactorForm({ pending, onBack, onVerified }: VerificationFormProps) {
  const { email, deviceName, factors } = pending;
  const ways: Way[] = [];
  if (factors?.passkey === true && canUsePasskeys()) ways.push("passkey");
  if (factors?.totp === true) ways.push("totp");
  ways.push("recovery");
  const [way, setWay] = useState<Way>(ways[0] ?? "recovery");
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string | undefined>();
  const choose = (next: Way) => {
    setWay(next);
    setCode("");
    setProblem(undefined);
  };

  const verify = useMutation({
    mutationFn: () => send(way, { email, deviceHash: deviceHash() }, code),
    onSuccess: async () => {
      clearCsrfToken();
      toast({ title: verification.successful, description: verification.successfulText });
      await onVerified();
    },
    onError: (error) => {
      // A code of the app is over once it was wrong; ten letters from paper are corrected, not typed again.
      if (way === "totp" && isRefusal(error)) setCode("");
      const fallback = wasCancelled(error) ? text.passkeyCancelled : verification.failed;
      failureToast(verification.failed, fallback)(error);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = problemOf(way, code);
    setProblem(found);
    if (found === undefined) verify.mutate();
  };
  return (
    <>
      <FormTitle title={verification.title} subtitle={text.subtitle} />
      <DeviceLine name={deviceName} />
      <form noValidate onSubmit={submit} className="mt-6">
        {way === "totp" ? (
          <CodeField
            label={text.code}
            length={CODE_LENGTH}
            value={code}
            onChange={setCode}
            error={problem}
            className="mb-6"
          />
        ) : null}
        {way === "recovery" ? (
          <Field
            label={text.recoveryCode}
            hint={text.recoveryHint}
            error={problem}
            className="mb-6"
          >
            <Input
              size="lg"
              autoComplete="off"
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the button that was pressed
              autoFocus
              autoCapitalize="none"
              spellCheck={false}
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          </Field>
        ) : null}
        <Button
          type="submit"
          size="lg"
          className="w-full"
          icon={way === "passkey" ? <Icon of={KeyRound} /> : undefined}
          pending={verify.isPending || verify.isSuccess}
          pendingText={way === "passkey" ? text.passkeyPending : verification.submitting}
        >
          {way === "passkey" ? text.passkey : verification.submit}
        </Button>
      </form>
      <div className="mt-5 flex flex-wrap items-start justify-between gap-x-4">
        <BackButton onBack={onBack} />
        <div role="group" aria-label={text.other} className="-me-3 flex flex-col items-end">
          {ways
            .filter((other) => other !== way)
            .map((other) => (
              <Button key={other} variant="ghost" onClick={() => choose(other)}>
                {names[other]}
              </Button>
            ))}
        </div>
      </div>
    </>
  );
}

type Claim = { readonly email: string; readonly deviceHash: string };

async function send(way: Way, claim: Claim, code: string) {
  if (way === "totp") return call(twoFactorApi.verifyTotp, { body: { ...claim, code } });
  if (way === "recovery")
    return call(twoFactorApi.verifyRecoveryCode, { body: { ...claim, code } });
  const credential = await signWithPasskey(await call(twoFactorApi.askPasskey));
  return call(twoFactorApi.verifyPasskey, { body: { ...claim, credential } });
}

function problemOf(way: Way, code: string): string | undefined {
  if (way === "totp" && code.length !== CODE_LENGTH) return verification.wrongLength;
  return way === "recovery" && code.trim() === "" ? text.recoveryMissing : undefined;
}
