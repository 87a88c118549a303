/// <reference lib="dom" />
/** Times what the bureau waits for: the next paper after a decision, a long checklist after a switch, a dossier's first page. */
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

/** Milliseconds from each press on 'View' until the first page of a built dossier is drawn, in a browser that has not seen it. */
export async function timeDossier(
  desk: Desk & { caseCode: string },
  times: number,
): Promise<number[]> {
  const waits: number[] = [];
  for (let count = 0; count < times; count += 1)
    waits.push(
      await atDesk(desk, async (page) => {
        await page.goto(`/case/${desk.caseCode}/dossiers`);
        await page.getByRole("table").getByRole("button").first().click();
        const view = page.getByRole("dialog").getByRole("button", { name: "View", exact: true });
        await view.first().waitFor();
        const pressed = performance.now();
        await view.first().click();
        await page.waitForFunction(isFirstPageDrawn, null, { polling: "raf" });
        return performance.now() - pressed;
      }),
    );
  return waits;
}

/** The paper is white: something dark stands on it once it is drawn. */
function isFirstPageDrawn(): boolean {
  const canvas = document.querySelector<HTMLCanvasElement>("canvas[role=img]");
  const drawing = canvas?.getContext("2d");
  if (!canvas || !drawing || canvas.width === 0) return false;
  const { data } = drawing.getImageData(0, 0, canvas.width, canvas.height);
  for (let at = 0; at < data.length; at += 4)
    if ((data[at + 3] ?? 0) > 0 && (data[at] ?? 255) < 128) return true;
  return false;
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
