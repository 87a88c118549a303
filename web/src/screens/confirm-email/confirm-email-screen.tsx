import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { profileApi } from "contract/profile";
import { ApiError } from "#web/api/api-error.ts";
import { call } from "#web/api/client.ts";
import { currentUserQuery } from "#web/api/current-user.ts";
import { errorSentence } from "#web/api/error-sentence.ts";
import { queryClient } from "#web/api/query.ts";
import { EmailLinkOutcome } from "#web/features/profile/email-link-outcome.tsx";
import { messages } from "#web/messages/messages.ts";
import { SignedOutFrame } from "#web/shell/signed-out-frame.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { ErrorState } from "#web/ui/states.tsx";

const text = messages.profile.emailLinks;

/** The link mailed to a new address: opening it makes the change (D-131). */
export function ConfirmEmailScreen() {
  const { token } = useSearch({ from: "/confirm-email" });
  return (
    <SignedOutFrame>
      {token === "" ? (
        <EmailLinkOutcome tone="danger" title={text.invalid}>
          {text.invalidText}
        </EmailLinkOutcome>
      ) : (
        <Confirmation token={token} />
      )}
    </SignedOutFrame>
  );
}

function Confirmation({ token }: { readonly token: string }) {
  // A query, so that it is asked once however often the page is drawn.
  const change = useQuery({
    queryKey: ["confirm-email", token],
    queryFn: async () => {
      const answer = await call(profileApi.confirmEmail, { body: { token } });
      await queryClient.resetQueries({ queryKey: currentUserQuery.queryKey });
      return answer;
    },
  });
  if (change.isPending) return <Spinner label={text.confirming} labelShown />;
  if (change.isSuccess) {
    return (
      <EmailLinkOutcome tone="ok" title={text.confirmed}>
        {text.confirmedText}
      </EmailLinkOutcome>
    );
  }
  if (change.error instanceof ApiError && change.error.status < 500) {
    return (
      <EmailLinkOutcome tone="danger" title={text.invalid}>
        {errorSentence(change.error, text.invalidText)}
      </EmailLinkOutcome>
    );
  }
  return (
    <ErrorState
      message={errorSentence(change.error, text.failed)}
      onRetry={() => void change.refetch()}
      retrying={change.isFetching}
    />
  );
}
