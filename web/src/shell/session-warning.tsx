import { Deferred } from "#web/ui/deferred.tsx";
import { fetched } from "#web/ui/fetched.tsx";
import { useSessionEnd } from "./use-session-end.ts";

export const SessionWarningDialog = fetched(
  async () => (await import("./session-warning-dialog.tsx")).SessionWarningDialog,
);

/** Two minutes before an idle session ends (D-099). Nothing that was typed is lost, whatever is chosen. */
export function SessionWarning() {
  const secondsLeft = useSessionEnd();
  return (
    <Deferred needed={secondsLeft !== null} onGiveUp={() => undefined} fallback={null}>
      <SessionWarningDialog secondsLeft={secondsLeft ?? 0} />
    </Deferred>
  );
}
