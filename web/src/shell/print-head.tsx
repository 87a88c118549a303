import { formatDate } from "#web/format/time.ts";
import { messages } from "#web/messages/messages.ts";
import { useIsPrinting } from "#web/ui/use-is-printing.ts";
import { bureauName } from "./bureau.ts";

/** Stands above what is printed: whose paper it is, and of which day. */
export function PrintHead() {
  if (!useIsPrinting()) return null;
  const day = formatDate(new Date().toISOString());
  return <p className="mb-4 text-xs text-muted">{messages.shell.printed(bureauName, day)}</p>;
}
