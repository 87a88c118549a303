/// <reference lib="dom" />
/** Times what the bureau's desk waits for: the next paper after a decision, a long checklist after a switch. */
import { chromium, type Page } from "@playwright/test";
import { browserLaunchOptions } from "./browser.ts";
import { sessionCookie } from "./session-cookie.ts";
import { DESKTOP } from "./viewports.ts";

interface Desk {
  origin: string;
  sessionToken: string;
}

/** Milliseconds from each press of A until the next paper stands on the desk, its page drawn. */
export async function timeReviews(desk: Desk, names: readonly string[]): Promise<number[]> {
  return atDesk(desk, async (page) => {
    await page.goto("/review");
    await page.waitForFunction(isOnDesk, names[0]);
    const waits: number[] = [];
    for (const next of names.slice(1)) {
      const pressed = performance.now();
      await page.keyboard.press("a");
      await page.waitForFunction(isOnDesk, next, { polling: "raf" });
      waits.push(performance.now() - pressed);
    }
    return waits;
  });
}

function isOnDesk(name: string | undefined): boolean {
  const main = document.querySelector("main");
  const drawn = main?.querySelector("canvas");
  return (main?.innerText.includes(name ?? "") ?? false) && (drawn?.width ?? 0) > 0;
}

/** Milliseconds from a click until the frame that shows what it asked for; and how many items a print would hold. */
export async function timeChecklist(desk: Desk & { path: string }, times: number) {
  return atDesk(desk, async (page) => {
    await page.goto(desk.path);
    await page.locator("main section li").first().waitFor();
    const waits: number[] = [];
    for (let count = 0; count < times; count += 1) {
      for (const control of ["input[value=stage]", "input[value=person]"])
        waits.push(await untilShown(page, control));
      for (let each = 0; each < 2; each += 1) waits.push(await untilShown(page, "[role=switch]"));
    }
    await page.emulateMedia({ media: "print" });
    await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
    const printed = await page.locator("main section li:visible").count();
    return { waits, printed };
  });
}

/** Nobody presses again before what he asked for is there. */
async function untilShown(page: Page, selector: string): Promise<number> {
  await page.evaluate(() => new Promise((rests) => requestIdleCallback(rests)));
  return page
    .locator(selector)
    .first()
    .evaluate(
      (control) =>
        new Promise<number>((resolve) => {
          const clicked = performance.now();
          (control as HTMLElement).click();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - clicked)));
        }),
    );
}

async function atDesk<Seen>(
  { origin, sessionToken }: Desk,
  look: (page: Page) => Promise<Seen>,
): Promise<Seen> {
  const browser = await chromium.launch(await browserLaunchOptions());
  try {
    const context = await browser.newContext({ ...DESKTOP, baseURL: origin });
    await context.addCookies([sessionCookie(origin, sessionToken)]);
    return await look(await context.newPage());
  } finally {
    await browser.close();
  }
}
