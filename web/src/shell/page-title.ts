import { useEffect } from "react";
import { messages } from "#web/messages/messages.ts";
import { bureauName } from "./bureau.ts";

/** The page's name in the browser's tab: 'Invoices · Example Bureau'. */
export function titleOfPage(name: string | undefined): string {
  return name === undefined ? messages.shell.product : `${name} · ${bureauName}`;
}

/** For a page whose name its address does not tell; it comes after the one that the router knows. */
export function usePageTitle(name: string): void {
  useEffect(() => {
    document.title = titleOfPage(name);
  }, [name]);
}
