import { useMutation } from "@tanstack/react-query";
import { profileApi } from "contract/profile";
import { call } from "#web/api/client.ts";
import { currentUserQuery } from "#web/api/current-user.ts";
import { queryClient } from "#web/api/query.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { signOut } from "./sign-out.ts";

const text = messages.shell.sessionWarning;

export function SessionWarningDialog({ secondsLeft }: { readonly secondsLeft: number }) {
  const stay = useMutation({
    // Any call that counts as activity extends the session; this one is small and open to every role.
    mutationFn: () => call(profileApi.listSessions),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey }),
    onError: failureToast(text.failed, text.failed),
  });
  return (
    <Dialog
      open={secondsLeft > 0}
      onOpenChange={() => stay.mutate()}
      size="sm"
      title={text.title}
      footer={
        <>
          {/* First in order, so that a key typed as the dialog appears does not sign anybody out. */}
          <Button
            className="order-last"
            onClick={() => stay.mutate()}
            pending={stay.isPending}
            pendingText={text.staying}
          >
            {text.stay}
          </Button>
          <Button variant="secondary" onClick={() => void signOut()}>
            {messages.shell.signOut}
          </Button>
        </>
      }
    >
      <p className="text-base text-muted tabular">{text.text(clockTime(secondsLeft))}</p>
    </Dialog>
  );
}

/** 95 seconds are '1:35'. */
function clockTime(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
