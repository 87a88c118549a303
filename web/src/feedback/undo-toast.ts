import { messages } from "#web/messages/messages.ts";
import { toast } from "#web/ui/toast-store.ts";

const UNDO_MS = 10_000;

/** Says what was done, and for ten seconds offers to take it back. */
export function undoToast(title: string, undo: () => void): void {
  toast({ title, duration: UNDO_MS, action: { label: messages.ui.undo, onPress: undo } });
}
