import { messages } from "#web/messages/messages.ts";
import { privacySections } from "#web/messages/privacy.ts";
import { bureauName } from "#web/shell/bureau.ts";
import { LegalPage } from "#web/shell/legal-page.tsx";

export function PrivacyScreen() {
  return <LegalPage title={messages.shell.footer.privacy} sections={privacySections(bureauName)} />;
}
