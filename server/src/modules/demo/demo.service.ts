/** Whoever looks at the demonstration becomes one of its people with a click, by the ordinary steps of a sign-in. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { DemoPerson } from "contract/demo";
import type { Browser } from "#server/auth/browser.ts";
import { notFoundWith } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import { enterDemo, type DemoStep } from "#server/modules/session/session.service.ts";

/** Written when the demonstration is filled. */
export const DEMO_PEOPLE_FILE = "demo-people.json";

export type KnownPerson = DemoPerson & { id: number };

export async function list(): Promise<DemoPerson[]> {
  return (await known()).map(({ key, name, role }) => ({ key, name, role }));
}

export async function signIn(browser: Browser, key: string): Promise<DemoStep> {
  const person = (await known()).find((each) => each.key === key);
  if (person === undefined) throw notFoundWith("Nobody of the demonstration has this name");
  return enterDemo(browser, person.id);
}

/** Read each time: they are others when the night is over. Empty while they are being made. */
async function known(): Promise<KnownPerson[]> {
  const path = join(runtime.config.dataDirectory, DEMO_PEOPLE_FILE);
  const text = await readFile(path, "utf8").catch(() => "[]");
  return JSON.parse(text) as KnownPerson[];
}
