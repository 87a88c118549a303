import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import type { CurrentUser } from "contract/session";
import { sidebarLinks } from "./navigation.ts";

/** The first screen and what it reads come first. */
const FIRST_SCREEN_MS = 3000;

/** The code of the screens that this person can go to is there before they go. Its data is read on the way. */
export function useScreensFetchedIdly(user: CurrentUser): void {
  const { routesByPath } = useRouter();
  useEffect(() => {
    const fetchAll = () => {
      for (const { to } of sidebarLinks(user)) routesByPath[to].options.staticData?.fetch?.();
      routesByPath["/case/$caseId"].options.staticData?.fetch?.();
    };
    let idle: number | undefined;
    const timer = setTimeout(() => {
      // Safari has no idle time to offer: there it has waited long enough.
      if ("requestIdleCallback" in window) idle = requestIdleCallback(fetchAll);
      else fetchAll();
    }, FIRST_SCREEN_MS);
    return () => {
      clearTimeout(timer);
      if (idle !== undefined) cancelIdleCallback(idle);
    };
  }, [routesByPath, user]);
}
