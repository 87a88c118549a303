/**
 * Browser contexts that serve one journey after the other. A new one would fetch and compile the portal's code again;
 * one that is given back keeps its cache, and nothing of who was signed in.
 */
import type { Browser, BrowserContext, Page } from "@playwright/test";

export class ContextPool {
  /** By what they were opened with. */
  readonly #free = new Map<string, BrowserContext[]>();
  readonly #kinds = new Map<BrowserContext, string>();
  readonly #browser: Browser;
  readonly #origin: string;

  constructor(browser: Browser, origin: string) {
    this.#browser = browser;
    this.#origin = origin;
  }

  /** `kind`: the options of the journey, which Playwright gives to every context that it opens. */
  async take(kind: string): Promise<BrowserContext> {
    const free = this.#free.get(kind)?.pop();
    if (free !== undefined) return free;
    const context = await this.#browser.newContext({ baseURL: this.#origin });
    this.#kinds.set(context, kind);
    return context;
  }

  async giveBack(context: BrowserContext): Promise<void> {
    const kind = this.#kinds.get(context);
    const [page, ...others] = context.pages();
    // Whoever stopped the clock has stopped it for good.
    if (kind === undefined || page === undefined || !(await hasOwnClock(page)))
      return context.close();
    const devtools = await context.newCDPSession(page);
    const stored = { origin: this.#origin, storageTypes: "local_storage,session_storage" };
    await devtools.send("Storage.clearDataForOrigin", stored);
    for (const each of [page, ...others]) await each.close();
    await context.unrouteAll();
    await context.clearCookies();
    this.#free.set(kind, [...(this.#free.get(kind) ?? []), context]);
  }

  async close(): Promise<void> {
    for (const context of this.#kinds.keys()) await context.close();
  }
}

function hasOwnClock(page: Page): Promise<boolean> {
  return page.evaluate(() => Date.now.toString().includes("[native code]"));
}
