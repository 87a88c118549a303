import { LegalPage } from "#web/shell/legal-page.tsx";
import { termsSections } from "#web/messages/terms.ts";
import { messages } from "#web/messages/messages.ts";
import { bureauName } from "#web/shell/bureau.ts";

export function TermsScreen() {
  return <LegalPage title={messages.shell.footer.terms} sections={termsSections(bureauName)} />;
}
