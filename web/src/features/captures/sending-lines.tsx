import { CircleAlert, CircleCheck, WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";
import { capturesMessages } from "#web/messages/captures.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { FileName } from "#web/ui/file-name.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { tintStyle } from "#web/ui/tint.ts";
import { unsavedInWindow, useHold } from "#web/ui/unsaved.ts";
import { sendQueue } from "./captures-store.ts";
import type { Sending } from "./send-queue.ts";

const texts = capturesMessages.sending;
/** Of what waits: warm, never red. */
const AMBER = { hue: 75 };

/** At the foot of every screen, for as long as something is on its way. */
export function SendingLines() {
  const documents = useSyncExternalStore(sendQueue.subscribe, sendQueue.read);
  const isUnsent = useSyncExternalStore(sendQueue.subscribe, sendQueue.isUnsent);
  // A reload would lose it, another screen would not.
  useHold(unsavedInWindow, isUnsent);
  if (documents.length === 0) return null;
  return (
    <ul aria-label={texts.line} className="captures-lines bg-raised text-sm shadow-overlay">
      {documents.map((document) => (
        <SendingLine key={document.id} document={document} />
      ))}
    </ul>
  );
}

function SendingLine({ document }: { readonly document: Sending }) {
  const { id, file, state, share } = document;
  const isHeldUp = state === "offline" || state === "retrying";
  return (
    <li className="captures-line gap-3 px-4" style={tintStyle(AMBER)}>
      {state === "sending" ? (
        <ProgressBar
          share={share}
          label={texts.progressOf(file.name)}
          className="captures-progress"
        />
      ) : null}
      <span className="flex min-w-0 flex-1">
        <FileName name={file.name} />
      </span>
      {state === "sending" ? (
        <span className="text-muted tabular">{texts.percent(Math.round(share * 100))}</span>
      ) : null}
      <span
        role="status"
        className={classes(
          "inline-flex min-w-0 items-center gap-2",
          isHeldUp ? "tinted text-tint-ink" : "text-muted",
        )}
      >
        <StateWord document={document} />
      </span>
      {state === "failed" ? (
        <Button
          size="sm"
          variant="secondary"
          aria-label={texts.againOf(file.name)}
          onClick={() => sendQueue.again(id)}
        >
          {texts.again}
        </Button>
      ) : null}
      {state === "failed" || state === "refused" ? (
        <Button
          size="sm"
          variant="ghost"
          aria-label={texts.removeOf(file.name)}
          onClick={() => sendQueue.remove(id)}
        >
          {texts.remove}
        </Button>
      ) : null}
    </li>
  );
}

function StateWord({ document: { state, problem } }: { readonly document: Sending }) {
  switch (state) {
    case "sending":
      return null;
    case "waiting":
    case "signedOut":
      return texts.waiting;
    case "offline":
      return (
        <>
          <Icon of={WifiOff} className="shrink-0" />
          {texts.offline}
        </>
      );
    case "retrying":
      return texts.retrying;
    case "done":
      return (
        <>
          <Icon of={CircleCheck} className="shrink-0 text-ok" />
          {texts.done}
        </>
      );
    case "failed":
    case "refused":
      return (
        <>
          <Icon of={CircleAlert} className="shrink-0 text-danger" />
          {problem ?? texts.failed}
        </>
      );
  }
}
