import { useSendTestMail } from "#web/features/operations/operations.queries.ts";
import { bureauMessages } from "#web/messages/bureau.ts";
import { Button } from "#web/ui/button.tsx";
import { SectionCard } from "#web/ui/card.tsx";

const texts = bureauMessages.mails;

/** Whether the mails of the portal arrive. */
export function MailCard() {
  const send = useSendTestMail();
  return (
    <SectionCard title={texts.title} description={texts.text}>
      <Button
        variant="secondary"
        pending={send.isPending}
        pendingText={texts.pending}
        onClick={() => send.mutate()}
      >
        {texts.submit}
      </Button>
    </SectionCard>
  );
}
