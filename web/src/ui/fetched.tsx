import { type ComponentType, type FunctionComponent, lazy, useEffect, useState } from "react";

/** Time for what the screen itself needs. */
const LATER_MS = 2000;

/** A part of the portal did not arrive: the connection is gone, or an upgrade has taken the part away. */
export class NotFetched extends Error {
  /** The part is asked for anew when it is shown again. */
  readonly forget: () => void;

  constructor(cause: unknown, forget: () => void) {
    super("A part of the portal could not be fetched", { cause });
    this.forget = forget;
  }
}

export type Fetched<Props> = FunctionComponent<Props> & { readonly fetch: () => void };

/** A part of the portal that is fetched when it is first shown, or before that by its `fetch`. */
export function fetched<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Fetched<Props> {
  let there: ComponentType<Props> | null = null;
  const fetchPart = async () => {
    // Some browsers never ask again for what has failed once: without a connection nothing is asked for.
    if (there === null && !navigator.onLine) throw new Error("There is no connection");
    return (there ??= await load());
  };
  const attempt = () =>
    lazy(async () => {
      try {
        return { default: await fetchPart() };
      } catch (cause) {
        throw new NotFetched(cause, () => (latest = attempt()));
      }
    });
  let latest = attempt();
  function FetchedPart(props: Props) {
    // One that is there already is shown at once: React would keep the skeleton of a lazy one for 300 milliseconds.
    const [Part] = useState<ComponentType<Props>>(() => there ?? latest);
    return <Part {...props} />;
  }
  // Fetching ahead may fail: that is told when the part is shown.
  return Object.assign(FetchedPart, { fetch: () => void fetchPart().catch(() => undefined) });
}

/** Fetches what is likely to be needed once the screen stands. */
export function useFetchedLater(...parts: readonly { readonly fetch: () => void }[]): void {
  useEffect(() => {
    const timer = setTimeout(() => parts.forEach((part) => part.fetch()), LATER_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- the parts of a screen never change
  }, []);
}
