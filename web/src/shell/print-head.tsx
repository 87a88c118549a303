import { formatDate } from "#web/format/time.ts";
import { messages } from "#web/messages/messages.ts";
import { usePrintedAt } from "#web/ui/use-is-printing.ts";
import { bureauName } from "./bureau.ts";

/** Stands above what is printed: whose paper it is, and of which day. */
export function PrintHead() {
  const printedAt = usePrintedAt();
  if (printedAt === null) return null;
  return (
    <p className="mb-4 text-xs text-muted">
      {messages.shell.printed(bureauName, formatDate(printedAt))}
    </p>
  );
}
