import { WifiOff } from "lucide-react";
import { messages } from "#web/messages/messages.ts";
import { Icon } from "#web/ui/icon.tsx";
import { tintStyle } from "#web/ui/tint.ts";
import { useIsOnline } from "#web/ui/use-is-online.ts";

const HUE = 82;

/** A quiet line under the header; what is on the screen stays, and what is saved meanwhile is sent later. */
export function OfflineBar() {
  const isOnline = useIsOnline();
  return (
    <div role="status" className="sticky top-14 z-20">
      {isOnline ? null : (
        <p
          style={tintStyle({ hue: HUE })}
          className="tinted flex min-h-9 items-center gap-2 border-b border-tint-line bg-tint px-8 py-1.5 text-sm text-tint-ink max-md:px-4"
        >
          <Icon of={WifiOff} />
          {messages.shell.offline}
        </p>
      )}
    </div>
  );
}
