/// <reference lib="dom" />
/** Times what somebody at a desk waits for, in a browser that knows nothing yet. */
import { chromium, type Page } from "@playwright/test";
import { browserLaunchOptions } from "./browser.ts";
import { sessionCookie } from "./session-cookie.ts";
import { DESKTOP } from "./viewports.ts";

const KEY_PAUSE_MS = 120;
const SEARCH = "main [role=searchbox]";

export interface Visit {
  origin: string;
  sessionToken: string;
  path: string;
  /** The first line of the list that the screen is about. */
  firstLine: string;
  /** What is typed into the search. */
  search: string;
}

/** In milliseconds: one value per visit, one value per key. */
export type Waits = { usable: number[]; keys: number[] };

export async function timeVisits(visit: Visit, times: number): Promise<Waits> {
  const browser = await chromium.launch(await browserLaunchOptions());
  const waits: Waits = { usable: [], keys: [] };
  try {
    for (let count = 0; count < times; count += 1) {
      const context = await browser.newContext({ ...DESKTOP, baseURL: visit.origin });
      await context.addCookies([sessionCookie(visit.origin, visit.sessionToken)]);
      const page = await context.newPage();
      await page.goto(visit.path, { waitUntil: "commit" });
      waits.usable.push(await untilUsable(page, visit.firstLine));
      waits.keys.push(...(await typeIntoSearch(page, visit.search)));
      await context.close();
    }
  } finally {
    await browser.close();
  }
  return waits;
}

/** Since the navigation began, until the first line has been painted and the page listens again. */
async function untilUsable(page: Page, firstLine: string): Promise<number> {
  await page.waitForFunction(
    (wanted) => wanted.every((selector) => document.querySelector(selector) !== null),
    [SEARCH, firstLine],
    { polling: "raf", timeout: 30_000 },
  );
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
      }),
  );
}

/** From each key to the frame that shows it. */
async function typeIntoSearch(page: Page, text: string): Promise<number[]> {
  await page.waitForLoadState("networkidle");
  await page.locator(SEARCH).first().focus();
  const keys = await page.evaluateHandle(() => {
    const waits: number[] = [];
    const measure = ({ timeStamp }: KeyboardEvent) => {
      requestAnimationFrame(() => {
        const painted = new MessageChannel();
        painted.port1.addEventListener("message", () => waits.push(performance.now() - timeStamp));
        painted.port1.start();
        painted.port2.postMessage(null);
      });
    };
    document.addEventListener("keydown", measure, true);
    return waits;
  });
  await page.keyboard.type(text, { delay: KEY_PAUSE_MS });
  await page.waitForTimeout(300);
  return keys.jsonValue();
}
