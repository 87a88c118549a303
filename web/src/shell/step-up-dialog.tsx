import { useMutation, useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { type FormEvent, useDeferredValue, useState } from "react";
import { profileApi } from "contract/profile";
import { CODE_LENGTH } from "contract/session";
import { stepUpApi } from "contract/step-up";
import { twoFactorApi } from "contract/two-factor";
import { isRefusal } from "#web/api/api-error.ts";
import { call, read } from "#web/api/client.ts";
import { errorSentence } from "#web/api/error-sentence.ts";
import { canUsePasskeys, signWithPasskey, wasCancelled } from "#web/api/passkeys.ts";
import { invalidatePaths } from "#web/api/query.ts";
import { stepUpQuestion } from "#web/api/step-up.ts";
import { messages } from "#web/messages/messages.ts";
import { factor, verification } from "#web/messages/verification.ts";
import { Button } from "#web/ui/button.tsx";
import { CodeField } from "#web/ui/code-field.tsx";
import { CancelButton } from "#web/ui/dialog-buttons.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { Notice } from "#web/ui/states.tsx";

const text = messages.shell.stepUp;

type Way = "passkey" | "totp" | "password";

const names: Record<Way, string> = {
  passkey: factor.withPasskey,
  totp: factor.withTotp,
  password: text.withPassword,
};

const cancel = () => stepUpQuestion.end(false);

/** The strongest way that this person and this browser have comes first; the password is always one (D-185). */
export function StepUpDialog() {
  const ways = useWays();
  const [chosen, setChosen] = useState<Way | null>(null);
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | undefined>();
  const way = chosen ?? ways?.[0] ?? null;
  const choose = (next: Way) => {
    setChosen(next);
    setTyped("");
    setProblem(undefined);
  };
  const prove = useMutation({
    mutationFn: (by: Way) => send(by, typed),
    onSuccess: () => {
      stepUpQuestion.end(true);
      // The session goes on under another name.
      void invalidatePaths([profileApi.listSessions.path]);
    },
    onError: (error, by) => {
      // A code of the app is over once it was wrong; a password is corrected.
      if (by === "totp" && isRefusal(error)) setTyped("");
      setProblem(wasCancelled(error) ? factor.passkeyCancelled : errorSentence(error, text.failed));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (way === null || prove.isPending) return;
    const found = problemOf(way, typed);
    setProblem(found);
    if (found === undefined) prove.mutate(way);
  };
  return (
    <Dialog
      open
      onOpenChange={cancel}
      size="sm"
      busy={prove.isPending}
      title={text.title}
      description={text.text}
      onSubmit={submit}
      footer={
        <>
          <CancelButton onCancel={cancel} isPending={prove.isPending} />
          {way === null ? null : <SubmitButton key={way} way={way} pending={prove.isPending} />}
        </>
      }
    >
      {way === null || ways === null ? (
        <Spinner />
      ) : (
        <>
          <Answer way={way} value={typed} onChange={setTyped} problem={problem} />
          <OtherWays
            ways={ways.filter((other) => other !== way)}
            disabled={prove.isPending}
            onChoose={choose}
          />
        </>
      )}
    </Dialog>
  );
}

/** Null at first: the dialog notes where the focus was before a field of its own takes it. */
function useWays(): readonly Way[] | null {
  const { data: factors, isPending } = useQuery(read(twoFactorApi.get));
  const isShown = useDeferredValue(true, false);
  if (isPending || !isShown) return null;
  const ways: Way[] = ["password"];
  if (factors?.totp) ways.unshift("totp");
  if (factors !== undefined && factors.passkeys.length > 0 && canUsePasskeys())
    ways.unshift("passkey");
  return ways;
}

type AnswerProps = {
  readonly way: Way;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly problem: string | undefined;
};

function Answer({ way, value, onChange, problem }: AnswerProps) {
  if (way === "passkey") {
    return (
      <>
        <p className="text-base text-muted">{text.passkeyText}</p>
        {problem === undefined ? null : (
          <Notice tone="danger" className="mt-4">
            {problem}
          </Notice>
        )}
      </>
    );
  }
  if (way === "totp") {
    return (
      <CodeField
        label={factor.code}
        length={CODE_LENGTH}
        value={value}
        onChange={onChange}
        error={problem}
      />
    );
  }
  return (
    <Field label={text.password} error={problem}>
      <PasswordInput
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is all that the dialog asks for
        autoFocus
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}

type OtherWaysProps = {
  readonly ways: readonly Way[];
  readonly disabled: boolean;
  readonly onChoose: (way: Way) => void;
};

function OtherWays({ ways, disabled, onChoose }: OtherWaysProps) {
  if (ways.length === 0) return null;
  return (
    <div
      role="group"
      aria-label={factor.other}
      className="-mx-3.5 mt-4 -mb-1 flex flex-col items-start"
    >
      {ways.map((way) => (
        <Button key={way} variant="ghost" disabled={disabled} onClick={() => onChoose(way)}>
          {names[way]}
        </Button>
      ))}
    </div>
  );
}

function SubmitButton({ way, pending }: { readonly way: Way; readonly pending: boolean }) {
  const isPasskey = way === "passkey";
  return (
    <Button
      type="submit"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- a passkey has no field that could take the focus
      autoFocus={isPasskey}
      icon={isPasskey ? <Icon of={KeyRound} /> : undefined}
      pending={pending}
      pendingText={isPasskey ? factor.passkeyPending : text.pending}
    >
      {isPasskey ? factor.passkey : text.submit}
    </Button>
  );
}

async function send(way: Way, typed: string): Promise<unknown> {
  if (way === "password") return call(stepUpApi.byPassword, { body: { password: typed } });
  if (way === "totp") return call(stepUpApi.byTotp, { body: { code: typed } });
  const credential = await signWithPasskey(await call(stepUpApi.askPasskey));
  return call(stepUpApi.byPasskey, { body: { credential } });
}

function problemOf(way: Way, typed: string): string | undefined {
  if (way === "totp" && typed.length !== CODE_LENGTH) return verification.wrongLength;
  return way === "password" && typed === "" ? text.passwordMissing : undefined;
}
