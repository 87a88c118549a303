import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { CircleX } from "lucide-react";
import { usersApi } from "contract/users";
import { ApiError } from "#web/api/api-error.ts";
import { read } from "#web/api/client.ts";
import { errorSentence } from "#web/api/error-sentence.ts";
import { messages } from "#web/messages/messages.ts";
import { FormOutcome } from "#web/shell/form-outcome.tsx";
import { SignedOutFrame } from "#web/shell/signed-out-frame.tsx";
import { Button } from "#web/ui/button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { RegistrationForm } from "./registration-form.tsx";

const text = messages.session.registration;

/** The account that an invitation offers (I:107). */
export function CompleteRegistrationScreen() {
  const { token } = useSearch({ from: "/complete-registration" });
  return (
    <SignedOutFrame>
      {token === "" ? (
        <InvalidInvitation reason={text.missingToken} />
      ) : (
        <Invitation token={token} />
      )}
    </SignedOutFrame>
  );
}

function Invitation({ token }: { readonly token: string }) {
  const invitation = useQuery(read(usersApi.getInvitation, { params: { token } }));
  if (invitation.isPending) return <Spinner label={text.loading} labelShown />;
  if (invitation.isSuccess) return <RegistrationForm token={token} invitation={invitation.data} />;
  if (isRefusal(invitation.error))
    return <InvalidInvitation reason={errorSentence(invitation.error, text.invalidText)} />;
  return (
    <ErrorState
      message={errorSentence(invitation.error, messages.ui.failedToLoad)}
      onRetry={() => void invitation.refetch()}
      retrying={invitation.isFetching}
    />
  );
}

function InvalidInvitation({ reason }: { readonly reason: string }) {
  return (
    <FormOutcome
      icon={CircleX}
      tone="danger"
      title={text.invalid}
      actions={
        <Button asChild size="lg">
          <Link to="/">{text.goToLogin}</Link>
        </Button>
      }
    >
      <p>{reason}</p>
    </FormOutcome>
  );
}

/** The server knows no such invitation; too many tries or a failure are another matter. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429;
}
