/** Calls of a page that are kept waiting, or never arrive: what a slow or broken network does. */
import type { Page, Request, Route } from "@playwright/test";
import type { Faults } from "./faults.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Keeps calls on their way until the answer is asked for, so that the words in between can be read. */
export async function holdCalls(page: Page, path: string, method: Method): Promise<() => void> {
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  await onCalls(page, { path, method }, async (route) => {
    await gate;
    await route.continue();
  });
  return release;
}

/** The connection breaks on the way; the browser's complaint about it is expected. */
export async function breakCalls(
  page: Page,
  faults: Faults,
  call: { path: string; method: Method },
): Promise<void> {
  faults.allow(/net::ERR_FAILED/);
  await onCalls(page, call, (route) => route.abort("failed"));
}

async function onCalls(
  page: Page,
  { path, method }: { path: string; method: Method },
  answer: (route: Route, request: Request) => Promise<void>,
): Promise<void> {
  await page.route(
    (url) => url.pathname === path,
    (route, request) => (request.method() === method ? answer(route, request) : route.fallback()),
  );
}
