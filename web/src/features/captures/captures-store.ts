/** What somebody wants to photograph, and what is being sent: once for the whole portal, in memory alone. */
import { casesApi } from "contract/cases";
import { documentsApi } from "contract/documents";
import type { CurrentUser } from "contract/session";
import { read } from "#web/api/client.ts";
import { currentUserQuery, lastUser } from "#web/api/current-user.ts";
import { randomKey } from "#web/api/idempotency.ts";
import { invalidatePaths, queryClient } from "#web/api/query.ts";
import { upload } from "#web/api/upload.ts";
import { type CaptureTarget, fieldsOf } from "./capture-target.ts";
import type { Picture } from "./pages.ts";
import { type Sending, SendQueue } from "./send-queue.ts";

export type Wish = {
  readonly target: CaptureTarget;
  /** Chosen already; none: the camera is to take them. */
  readonly pictures: readonly Picture[];
};

let wish: Wish | null = null;
const listeners = new Set<() => void>();

export const wishStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  read: () => wish,
  put: (next: Wish | null) => {
    wish = next;
    for (const listener of listeners) listener();
  },
};

export const sendQueue = new SendQueue({
  send: sendDocument,
  isOnline: () => navigator.onLine,
  later: (milliseconds, work) => void setTimeout(work, milliseconds),
  newKey: randomKey,
});

/** Who sends: nothing of one person goes out in the name of another who signs in after him. */
let owner: number | null = null;

export function sendLater(target: CaptureTarget, file: File): void {
  owner = lastUser()?.id ?? null;
  sendQueue.add(target, file);
}

window.addEventListener("online", () => sendQueue.wake("offline"));
queryClient.getQueryCache().subscribe(({ query }) => {
  if (query.queryKey[0] !== currentUserQuery.queryKey[0]) return;
  const user = query.state.data as CurrentUser | null | undefined;
  if (user && user.id === owner) sendQueue.wake("signedOut");
});

async function sendDocument(
  { target, file, key }: Sending,
  onProgress: (share: number) => void,
): Promise<void> {
  const detail = read(casesApi.get, { params: { caseId: target.caseId } });
  const { case: caseFile } = await queryClient.ensureQueryData(detail);
  await upload(documentsApi.upload, {
    params: { id: caseFile.id },
    files: [file],
    fields: fieldsOf(target.upload),
    onProgress,
    idempotencyKey: key,
  });
  // The case, and with it its checklist and what is needed.
  void invalidatePaths([String(detail.queryKey[0])]);
}
