/** WebKitGTK, the relative of Safari that runs on Linux, on a screen that nobody sees. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import {
  Builder,
  By,
  Capabilities,
  error,
  Key,
  type WebDriver,
  type WebElement,
} from "selenium-webdriver";
import { findFreePort } from "#scripts/bench/portal-process.ts";
import { type BrowserKind, type DrivenBrowser, type Size, WAIT_MS } from "./driven-browser.ts";

const DRIVER = "/usr/bin/WebKitWebDriver";
const SCREEN = "/usr/bin/Xvfb";

export const webkit: BrowserKind = {
  name: "WebKitGTK",
  missing: () =>
    existsSync(DRIVER) && existsSync(SCREEN) ? null : "apt-get install webkit2gtk-driver xvfb",
  start: async () => {
    const screen = await startScreen();
    const port = await findFreePort();
    const env = { ...process.env, DISPLAY: screen.display, WAYLAND_DISPLAY: "", LC_ALL: "C.UTF-8" };
    const service = spawn(DRIVER, [`--port=${port}`], { env, stdio: "ignore" });
    const end = async () => {
      await stop(service);
      await stop(screen.process);
    };
    try {
      const driver = await connect(`http://127.0.0.1:${port}`);
      return driving(driver, async () => {
        await driver.quit();
        await end();
      });
    } catch (problem) {
      await end();
      throw problem;
    }
  },
};

async function connect(server: string): Promise<WebDriver> {
  const capabilities = new Capabilities({ browserName: "MiniBrowser" });
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    try {
      return await new Builder().usingServer(server).withCapabilities(capabilities).build();
    } catch (problem) {
      // The service takes a moment until it listens.
      if (Date.now() > deadline || !String(problem).includes("ECONNREFUSED")) throw problem;
    }
  }
}

function driving(driver: WebDriver, close: () => Promise<void>): DrivenBrowser {
  /** Again when React has put another element into its place meanwhile. */
  const handle = (xpath: string, act: (element: WebElement) => Promise<unknown>) =>
    driver.wait(
      async () => {
        const [element] = await driver.findElements(By.xpath(xpath));
        try {
          if (!(await element?.isDisplayed()) || !(await element?.isEnabled())) return false;
          await act(element as WebElement);
          return true;
        } catch (problem) {
          if (problem instanceof error.StaleElementReferenceError) return false;
          throw problem;
        }
      },
      WAIT_MS,
      xpath,
    );
  return {
    open: (url) => driver.get(url),
    evaluate: <T>(expression: string) => driver.executeScript<T>(`return (${expression})`),
    see: async (xpath) => void (await handle(xpath, async () => undefined)),
    click: async (xpath) => {
      await handle(xpath, async (element) => {
        // The driver itself stops scrolling as soon as it is in the window, which can be under the header.
        await driver.executeScript("arguments[0].scrollIntoView({ block: 'center' })", element);
        await element.click();
      });
    },
    fill: async (xpath, text) => {
      await handle(xpath, async (element) => {
        await element.clear();
        await element.sendKeys(text);
      });
    },
    type: (text) => driver.actions().sendKeys(text).perform(),
    // The input of a file picker is never in sight.
    attach: async (xpath, path) => driver.findElement(By.xpath(xpath)).sendKeys(path),
    escape: () => driver.actions().sendKeys(Key.ESCAPE).perform(),
    resize: (size) => resizePage(driver, size),
    screenshot: async (path) => writeFile(path, await driver.takeScreenshot(), "base64"),
    close,
  };
}

/** The window is asked for; what its bars take is found out and added. */
async function resizePage(driver: WebDriver, size: Size): Promise<void> {
  const window = driver.manage().window();
  const page = () => driver.executeScript<[number, number]>("return [innerWidth, innerHeight]");
  const fits = async () => {
    const [width, height] = await page();
    if (width === size.width && height === size.height) return true;
    const outer = await window.getRect();
    const wider = outer.width + size.width - width;
    const higher = outer.height + size.height - height;
    await window.setRect({ x: 0, y: 0, width: wider, height: higher });
    return false;
  };
  await driver.wait(fits, WAIT_MS, `a page of ${size.width} × ${size.height}`);
}

async function startScreen(): Promise<{ display: string; process: ChildProcess }> {
  const options = ["-displayfd", "3", "-screen", "0", "1920x1400x24", "-nolisten", "tcp"];
  const process = spawn(SCREEN, options, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const [number] = (await once(createInterface(process.stdio[3] as Readable), "line")) as [string];
  return { display: `:${number}`, process };
}

async function stop(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  const ended = once(process, "exit");
  process.kill();
  await ended;
}
