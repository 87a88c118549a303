import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { useCancelEmailChange, useEmailChange } from "./profile.queries.ts";

const texts = messages.profile.general;

/** The new address, until the link mailed to it is opened (D-131). */
export function WaitingEmail({ className }: { readonly className?: string }) {
  const { data } = useEmailChange();
  const cancel = useCancelEmailChange();
  const newEmail = data?.newEmail ?? null;
  return (
    <div role="status" className={className}>
      {newEmail === null ? null : (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-sunken px-3.5 py-2.5">
          <div className="min-w-0">
            <p className="text-sm font-medium break-words">{texts.waiting(newEmail)}</p>
            <p className="text-xs text-muted">{texts.waitingText}</p>
          </div>
          <Button
            variant="secondary"
            size="sm"
            pending={cancel.isPending}
            pendingText={texts.cancelling}
            onClick={() => cancel.mutate()}
          >
            {texts.cancelWaiting}
          </Button>
        </div>
      )}
    </div>
  );
}
