import type { ErrorComponentProps } from "@tanstack/react-router";
import { RotateCw, WifiOff } from "lucide-react";
import { useEffect } from "react";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { NotFetched } from "#web/ui/fetched.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { useIsOnline } from "#web/ui/use-is-online.ts";

const { crashed, missing } = messages.shell;

/** A fault in a screen, or a screen that could not be fetched: the rest of the portal stays usable. */
export function PageCrashed({ error, reset }: ErrorComponentProps) {
  const isOnline = useIsOnline();
  useEffect(() => {
    if (!(error instanceof NotFetched)) return undefined;
    error.forget();
    window.addEventListener("online", reset);
    return () => window.removeEventListener("online", reset);
  }, [error, reset]);
  const isMissing = error instanceof NotFetched;
  const isWaiting = isMissing && !isOnline;
  const text = isMissing ? missing : crashed;
  return (
    <div
      role="alert"
      className="flex min-h-[calc(100dvh-15rem)] flex-1 flex-col items-center px-6 py-14 text-center before:grow-2 after:grow-3"
    >
      {isWaiting ? <Icon of={WifiOff} size={22} className="mb-4 text-muted" /> : null}
      <h1 className="text-xl font-semibold">{isWaiting ? missing.offlineTitle : text.title}</h1>
      <p className="mt-1.5 text-base text-muted">{isWaiting ? missing.offlineText : text.text}</p>
      {isWaiting ? null : (
        <Button className="mt-6" icon={<Icon of={RotateCw} />} onClick={() => location.reload()}>
          {crashed.reload}
        </Button>
      )}
    </div>
  );
}
