/**
 * `npm run screenshots`: twelve screens of the demonstration, wide and narrow, light and dark, into docs/screens. The day is
 * always that of the made-up bureau, and says for each picture how much of it differs from the one before (W-RUN-013).
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { fillDemo } from "server/demo/fill-demo.ts";
import { buildApp } from "server/src/app.ts";
import { loadConfig } from "server/src/config/config.ts";
import { becomeDemo } from "server/src/core/demo.ts";
import { runtime } from "server/src/core/runtime.ts";
import { openRuntime } from "server/src/open-runtime.ts";
import { differenceOf, packPicture } from "server/testing/pictures.ts";
import { browserLaunchOptions } from "./support/browser.ts";

const NOW = "2026-11-21T12:30:00+04:00";
const PORT = Number(process.env["PORT"] ?? 4790);
const MOST_DIFFERENCE = 0.001;
const family = "/case/VU-2026-0014";
/** By who looks; the name of each is that of its file. */
const screens: Record<string, Record<string, string>> = {
  nobody: { "sign-in": "/" },
  Leila: {
    dashboard: "/",
    board: "/board",
    case: family,
    chat: `${family}?open=chat`,
    checklist: `${family}/checklist`,
    review: "/review",
    reminders: "/reminders",
    invoices: "/invoices",
    analytics: "/analytics",
    programs: "/programs",
  },
  Nadim: { home: family },
};
const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } };
const folder = join(import.meta.dirname, "..", "docs", "screens");

const directory = mkdtempSync(join(tmpdir(), "portal-screens-"));
let most = 0;
becomeDemo();
const opened = await openRuntime(
  loadConfig({ DATA_DIR: directory, PORT: String(PORT), LOG_LEVEL: "warn", RATE_LIMITS: "off" }),
);
try {
  runtime.clock = { ...runtime.clock, now: () => new Date(NOW) };
  await fillDemo(opened.owner, { isInTurn: true });
  const app = await buildApp();
  await app.listen({ port: PORT, host: "127.0.0.1" });
  await runtime.jobs.work();
  const browser = await chromium.launch(await browserLaunchOptions());
  mkdirSync(folder, { recursive: true });
  for (const [person, addresses] of Object.entries(screens)) {
    const context = await browser.newContext({
      baseURL: `http://localhost:${PORT}`,
      timezoneId: "Asia/Dubai",
      reducedMotion: "reduce",
    });
    const page = await openAs(context, person);
    for (const [name, address] of Object.entries(addresses)) await photograph(page, name, address);
    await context.close();
  }
  await browser.close();
  await app.close();
} finally {
  await opened.close();
  rmSync(directory, { recursive: true, force: true });
}
console.log(`At most ${(most * 100).toFixed(2)} % of a picture differs from the one before.`);
process.exit(most > MOST_DIFFERENCE ? 1 : 0);

async function openAs(context: BrowserContext, person: string): Promise<Page> {
  const page = await context.newPage();
  await page.clock.setFixedTime(NOW);
  await page.goto("/");
  if (person === "nobody") return page;
  await page.getByRole("button", { name: person }).click();
  await page.getByRole("navigation", { name: "Main" }).waitFor();
  return page;
}

async function photograph(page: Page, name: string, address: string): Promise<void> {
  for (const [size, viewport] of Object.entries(sizes))
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.goto(address, { waitUntil: "load" });
      await settle(page);
      await keep(`${name}-${size}-${colorScheme}.webp`, await page.screenshot({ caret: "hide" }));
    }
}

/** Until two looks in a row show the same, with what is fetched while nobody is in a hurry. */
async function settle(page: Page): Promise<void> {
  await page.waitForTimeout(2500);
  let before = await page.screenshot();
  for (let tries = 0; tries < 10; tries += 1) {
    await page.waitForTimeout(300);
    const now = await page.screenshot();
    if (now.equals(before)) return;
    before = now;
  }
}

async function keep(file: string, png: Buffer): Promise<void> {
  const path = join(folder, file);
  const packed = await packPicture(png);
  if (existsSync(path)) {
    const difference = await differenceOf(readFileSync(path), packed);
    most = Math.max(most, difference);
    if (difference > MOST_DIFFERENCE) console.log(`${file}: ${(difference * 100).toFixed(2)} %`);
  }
  writeFileSync(path, packed);
}
