import { LegalPage } from "#web/shell/legal-page.tsx";
import { privacySections } from "#web/messages/privacy.ts";
import { messages } from "#web/messages/messages.ts";
import { bureauName } from "#web/shell/bureau.ts";

export function PrivacyScreen() {
  return <LegalPage title={messages.shell.footer.privacy} sections={privacySections(bureauName)} />;
}
