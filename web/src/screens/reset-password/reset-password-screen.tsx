import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { CircleX } from "lucide-react";
import type { AnswerOf } from "contract/endpoint";
import { sessionApi } from "contract/session";
import { ApiError } from "#web/api/api-error.ts";
import { errorSentence } from "#web/api/error-sentence.ts";
import { queryPath } from "#web/api/query.ts";
import { urlOf } from "#web/api/request.ts";
import { messages } from "#web/messages/messages.ts";
import { FormOutcome } from "#web/shell/form-outcome.tsx";
import { SignedOutFrame } from "#web/shell/signed-out-frame.tsx";
import { Button } from "#web/ui/button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { NewPasswordForm } from "./new-password-form.tsx";

const text = messages.session.reset;

/** Sets a new password with the link from the mail (I:115). */
export function ResetPasswordScreen() {
  const { token } = useSearch({ from: "/reset-password" });
  return (
    <SignedOutFrame>
      {token === "" ? <InvalidLink reason={text.invalidText} /> : <ResetLink token={token} />}
    </SignedOutFrame>
  );
}

function ResetLink({ token }: { readonly token: string }) {
  const link = useQuery({
    queryKey: [urlOf(sessionApi.validateResetToken, { params: { token } })],
    queryFn: queryPath<AnswerOf<typeof sessionApi.validateResetToken>>("returnNull"),
  });
  if (link.isPending) return <Spinner label={text.validating} labelShown />;
  if (link.isError && !(link.error instanceof ApiError)) {
    return <ErrorState onRetry={() => void link.refetch()} retrying={link.isFetching} />;
  }
  if (link.data?.valid === true) return <NewPasswordForm token={token} />;
  return (
    <InvalidLink
      reason={
        link.isError
          ? errorSentence(link.error, text.invalidText)
          : (link.data?.message ?? text.invalidText)
      }
    />
  );
}

function InvalidLink({ reason }: { readonly reason: string }) {
  return (
    <FormOutcome
      icon={CircleX}
      tone="danger"
      title={text.invalid}
      actions={
        <>
          <Button asChild size="lg">
            <Link to="/forgot-password">{text.requestNew}</Link>
          </Button>
          <Button asChild size="lg" variant="secondary">
            <Link to="/">{text.back}</Link>
          </Button>
        </>
      }
    >
      <p>{reason}</p>
    </FormOutcome>
  );
}
