import { useMutation } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { profileApi } from "contract/profile";
import { ApiError } from "#web/api/api-error.ts";
import { call } from "#web/api/client.ts";
import { currentUserQuery } from "#web/api/current-user.ts";
import { errorSentence } from "#web/api/error-sentence.ts";
import { queryClient } from "#web/api/query.ts";
import { EmailLinkOutcome } from "#web/features/profile/email-link-outcome.tsx";
import { messages } from "#web/messages/messages.ts";
import { FormTitle } from "#web/shell/form-title.tsx";
import { SignedOutFrame } from "#web/shell/signed-out-frame.tsx";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/states.tsx";

const text = messages.profile.emailLinks;

/**
 * The link in the notice to the old address. It waits for a button, since mail programs that look at links ahead would
 * undo every change otherwise.
 */
export function KeepEmailScreen() {
  const { token } = useSearch({ from: "/keep-email" });
  const refuse = useMutation({
    mutationFn: () => call(profileApi.refuseEmail, { body: { token } }),
    // A session in this browser has ended, too.
    onSuccess: () => queryClient.resetQueries({ queryKey: currentUserQuery.queryKey }),
  });
  const isDead = refuse.error instanceof ApiError && refuse.error.status === 400;
  return (
    <SignedOutFrame>
      {refuse.isSuccess ? (
        <EmailLinkOutcome
          tone="ok"
          title={text.kept}
          action={
            <Button asChild size="lg">
              <Link to="/forgot-password">{text.newPassword}</Link>
            </Button>
          }
        >
          {text.keptText}
        </EmailLinkOutcome>
      ) : token === "" || isDead ? (
        <EmailLinkOutcome tone="danger" title={text.invalid}>
          {text.invalidText}
        </EmailLinkOutcome>
      ) : (
        <>
          <FormTitle title={messages.session.emailLinks.keep} subtitle={text.keepText} />
          <div className="mt-8 space-y-5">
            {refuse.isError ? (
              <Notice tone="danger">{errorSentence(refuse.error, text.failed)}</Notice>
            ) : null}
            <Button
              size="lg"
              className="w-full"
              pending={refuse.isPending}
              pendingText={text.keeping}
              onClick={() => refuse.mutate()}
            >
              {text.keep}
            </Button>
          </div>
        </>
      )}
    </SignedOutFrame>
  );
}
