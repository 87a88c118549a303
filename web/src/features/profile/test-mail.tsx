import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { useSendTestMail } from "./profile.queries.ts";

const texts = messages.profile.testMail;

/** For admins: whether the mails of the portal arrive. */
export function TestMail() {
  const send = useSendTestMail();
  return (
    <div className="mt-6 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-5">
      <div>
        <p className="text-sm font-medium">{texts.title}</p>
        <p className="text-xs text-muted">{texts.text}</p>
      </div>
      <Button
        variant="secondary"
        pending={send.isPending}
        pendingText={texts.pending}
        onClick={() => send.mutate()}
      >
        {texts.submit}
      </Button>
    </div>
  );
}
