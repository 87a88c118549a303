import { X } from "lucide-react";
import { Component, type ReactNode, useEffect } from "react";
import { messages } from "#web/messages/messages.ts";
import { Button } from "./button.tsx";
import { NotFetched } from "./fetched.tsx";
import { PlainIconButton } from "./plain-icon-button.tsx";
import { useIsOnline } from "./use-is-online.ts";

type FetchBoundaryProps = {
  /** Stands in the place of the part. */
  readonly fallback?: ReactNode;
  /** The part is not wanted any more. */
  readonly onGiveUp: () => void;
  readonly children: ReactNode;
};

/** Around a part that is fetched: when it does not arrive, it says so in place, and everything else stays as it is. */
export class FetchBoundary extends Component<FetchBoundaryProps, { readonly error: unknown }> {
  override state = { error: null as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown) {
    if (error instanceof NotFetched) error.forget();
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    // A fault of the part itself is the screen's to tell.
    if (!(error instanceof NotFetched)) throw error;
    return (
      <>
        {this.props.fallback}
        <PartMissing
          onAgain={() => this.setState({ error: null })}
          onGiveUp={this.props.onGiveUp}
        />
      </>
    );
  }
}

type PartMissingProps = { readonly onAgain: () => void; readonly onGiveUp: () => void };

function PartMissing({ onAgain, onGiveUp }: PartMissingProps) {
  const isOnline = useIsOnline();
  useEffect(() => {
    window.addEventListener("online", onAgain);
    return () => window.removeEventListener("online", onAgain);
  }, [onAgain]);
  const { missing, missingOffline, reload, close } = messages.ui;
  return (
    <div
      role="alert"
      className="pointer-events-auto fixed inset-x-4 bottom-[max(1rem,env(safe-area-inset-bottom))] z-80 mx-auto flex max-w-110 items-center gap-3 rounded-lg border border-line bg-raised py-2.5 ps-4 pe-2 text-sm text-ink shadow-overlay max-md:bottom-[calc(4.75rem+env(safe-area-inset-bottom))]"
    >
      <p className="flex-1">{isOnline ? missing : missingOffline}</p>
      {isOnline ? (
        <Button size="sm" variant="secondary" onClick={() => location.reload()}>
          {reload}
        </Button>
      ) : null}
      <PlainIconButton size="sm" icon={X} label={close} onClick={onGiveUp} />
    </div>
  );
}
