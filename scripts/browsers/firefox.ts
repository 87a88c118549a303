/** Firefox ESR over WebDriver BiDi. */
import { existsSync } from "node:fs";
import puppeteer, { type ElementHandle, type Page } from "puppeteer-core";
import { type BrowserKind, type DrivenBrowser, WAIT_MS } from "./driven-browser.ts";

const EXECUTABLE = "/usr/bin/firefox-esr";

export const firefox: BrowserKind = {
  name: "Firefox ESR",
  missing: () => (existsSync(EXECUTABLE) ? null : "apt-get install firefox-esr"),
  start: async () => {
    const browser = await puppeteer.launch({
      browser: "firefox",
      executablePath: EXECUTABLE,
      headless: true,
    });
    const page = await browser.newPage();
    return driving(page, () => browser.close());
  },
};

function driving(page: Page, close: () => Promise<void>): DrivenBrowser {
  page.setDefaultTimeout(WAIT_MS);
  const at = (xpath: string) => page.locator(`::-p-xpath(${xpath})`);
  return {
    open: async (url) => void (await page.goto(url)),
    evaluate: async <T>(expression: string) => (await page.evaluate(expression)) as T,
    see: (xpath) =>
      at(xpath)
        .wait()
        .then(() => undefined),
    click: (xpath) => at(xpath).click(),
    fill: async (xpath, text) => {
      await at(xpath).click({ count: 3 });
      await page.keyboard.type(text);
    },
    type: (text) => page.keyboard.type(text),
    attach: async (xpath, path) => {
      const input = await page.waitForSelector(`::-p-xpath(${xpath})`);
      await (input as ElementHandle<HTMLInputElement>).uploadFile(path);
    },
    escape: () => page.keyboard.press("Escape"),
    resize: (size) => page.setViewport(size),
    screenshot: async (path) => void (await page.screenshot({ path: path as `${string}.png` })),
    close,
  };
}
