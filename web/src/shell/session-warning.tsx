import { lazy } from "react";
import { Deferred } from "#web/ui/deferred.tsx";
import { useSessionEnd } from "./use-session-end.ts";

const SessionWarningDialog = lazy(async () => ({
  default: (await import("./session-warning-dialog.tsx")).SessionWarningDialog,
}));

/** Two minutes before an idle session ends (D-099). Nothing that was typed is lost, whatever is chosen. */
export function SessionWarning() {
  const secondsLeft = useSessionEnd();
  return (
    <Deferred needed={secondsLeft !== null}>
      <SessionWarningDialog secondsLeft={secondsLeft ?? 0} />
    </Deferred>
  );
}
