import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { browserLaunchOptions } from "./support/browser.ts";
import { DESKTOP } from "./support/viewports.ts";

const cache = join(import.meta.dirname, "..", ".cache", "e2e");

export default defineConfig({
  testDir: ".",
  outputDir: join(cache, "results"),
  // Each has a browser and a portal with its database; together they keep a core busy.
  workers: Math.min(8, Math.max(2, availableParallelism())),
  fullyParallel: true,
  // One more try, for browsers, portals and databases share the cores; `npm test` allows it to one journey of a run.
  retries: 1,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [["list"], ["json", { outputFile: join(cache, "report.json") }]],
  use: {
    ...DESKTOP,
    launchOptions: await browserLaunchOptions(),
    locale: "en-AE",
    timezoneId: "Asia/Dubai",
    // It would fetch the pages itself, past the journeys that answer them in the portal's place; its own journey allows it.
    serviceWorkers: "block",
    // Recording takes as long as the journey itself, so only a second try is recorded.
    trace: "on-first-retry",
    // What slides or fades is where it belongs at once; a click or a measurement never meets it halfway.
    contextOptions: { reducedMotion: "reduce" },
    actionTimeout: 15_000,
  },
});
