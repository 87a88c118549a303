import { useSyncExternalStore } from "react";
import "./captures.css";
import { CaptureDialog } from "./capture-dialog.tsx";
import { wishStore } from "./captures-store.ts";
import { SendingLines } from "./sending-lines.tsx";

/** The camera while somebody takes pictures, and the lines of what is being sent. */
export function CapturesPlace() {
  const wish = useSyncExternalStore(wishStore.subscribe, wishStore.read);
  return (
    <>
      <SendingLines />
      {wish === null ? null : <CaptureDialog wish={wish} onClose={() => wishStore.put(null)} />}
    </>
  );
}
