/** WebKitGTK, the relative of Safari that runs on Linux, on a screen that nobody sees. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { Builder, By, Capabilities, Key, until, type WebDriver } from "selenium-webdriver";
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
    } catch (error) {
      await end();
      throw error;
    }
  },
};

async function connect(server: string): Promise<WebDriver> {
  const capabilities = new Capabilities({ browserName: "MiniBrowser" });
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    try {
      return await new Builder().usingServer(server).withCapabilities(capabilities).build();
    } catch (error) {
      // The service takes a moment until it listens.
      if (Date.now() > deadline || !String(error).includes("ECONNREFUSED")) throw error;
    }
  }
}

function driving(driver: WebDriver, close: () => Promise<void>): DrivenBrowser {
  const find = (xpath: string) =>
    driver.wait(until.elementLocated(By.xpath(xpath)), WAIT_MS, xpath);
  const see = async (xpath: string) => {
    const element = await find(xpath);
    await driver.wait(until.elementIsVisible(element), WAIT_MS, xpath);
    return element;
  };
  return {
    open: (url) => driver.get(url),
    evaluate: <T>(expression: string) => driver.executeScript<T>(`return (${expression})`),
    see: async (xpath) => void (await see(xpath)),
    click: async (xpath) => {
      const element = await see(xpath);
      await driver.wait(until.elementIsEnabled(element), WAIT_MS, xpath);
      await element.click();
    },
    fill: async (xpath, text) => {
      const element = await see(xpath);
      await element.click();
      await element.clear();
      await element.sendKeys(text);
    },
    type: (text) => driver.actions().sendKeys(text).perform(),
    attach: async (xpath, path) => (await find(xpath)).sendKeys(path),
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
