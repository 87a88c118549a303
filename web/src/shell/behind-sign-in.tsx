/** What every screen behind the sign-in has in common: how it is fetched, shown and read ahead. */
import type { ComponentType } from "react";
import type { CurrentUser } from "contract/session";
import { fetched } from "#web/ui/fetched.tsx";
import type { ScreenShape } from "#web/ui/skeleton.tsx";
import { prefetch } from "./prefetch.ts";

/** A screen with tooltips, which share their delays (C:240). The dashboard does without, to be there sooner. */
export function withTooltips(load: () => Promise<ComponentType>) {
  return async () => {
    const [Screen, { TooltipProvider }] = await Promise.all([
      load(),
      import("#web/ui/tooltip.tsx"),
    ]);
    return () => (
      <TooltipProvider>
        <Screen />
      </TooltipProvider>
    );
  };
}

type ScreenParts = {
  readonly title: string;
  readonly shape: ScreenShape;
  readonly load: () => Promise<ComponentType>;
  /** What it reads first, for those who may; the address is what stands behind the '?'. */
  readonly reads?: (user: CurrentUser, address: Readonly<Record<string, string>>) => string[];
};

/** A screen behind the sign-in. */
export function behindSignIn({ title, shape, load, reads }: ScreenParts) {
  const component = fetched(load);
  return {
    component,
    staticData: { title, shape, fetch: component.fetch },
    // Not waited for: the frame appears meanwhile.
    loader: ({ location }: { location: { search: Record<string, string> } }) =>
      void prefetch({
        fetch: component.fetch,
        reads: (user) => reads?.(user, location.search) ?? [],
      }),
  };
}
