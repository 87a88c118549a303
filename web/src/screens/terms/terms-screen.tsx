import { messages } from "#web/messages/messages.ts";
import { termsSections } from "#web/messages/terms.ts";
import { bureauName } from "#web/shell/bureau.ts";
import { LegalPage } from "#web/shell/legal-page.tsx";

export function TermsScreen() {
  return <LegalPage title={messages.shell.footer.terms} sections={termsSections(bureauName)} />;
}
