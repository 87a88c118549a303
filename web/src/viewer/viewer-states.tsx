import type { ReactNode } from "react";
import { messages } from "#web/messages/messages.ts";
import { Spinner } from "#web/ui/spinner.tsx";

export function ViewerSpinner() {
  return (
    <div className="grid min-h-[50dvh] place-items-center">
      <Spinner label={messages.viewer.loading} labelShown />
    </div>
  );
}

type ViewerMessageProps = {
  readonly children: string;
  /** What can be done instead. */
  readonly action?: ReactNode;
};

export function ViewerMessage({ children, action }: ViewerMessageProps) {
  return (
    <div className="flex min-h-[50dvh] flex-col items-center justify-center gap-3 px-6 text-center">
      <p role="alert" className="text-muted">
        {children}
      </p>
      {action}
    </div>
  );
}
