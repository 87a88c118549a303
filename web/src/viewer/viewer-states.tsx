import { messages } from "#web/messages/messages.ts";
import { Spinner } from "#web/ui/spinner.tsx";

export function ViewerSpinner() {
  return (
    <div className="grid min-h-[50dvh] place-items-center">
      <Spinner label={messages.viewer.loading} labelShown />
    </div>
  );
}

export function ViewerMessage({ children }: { readonly children: string }) {
  return (
    <p role="alert" className="grid min-h-[50dvh] place-items-center px-6 text-center text-muted">
      {children}
    </p>
  );
}
