import { messages } from "#web/messages/messages.ts";
import { useIsOnline } from "./use-is-online.ts";

/** Beside a button whose pending text stays: what it waits for. */
export function WaitingHint() {
  if (useIsOnline()) return null;
  return <span className="me-auto text-sm text-muted">{messages.ui.waiting}</span>;
}
