/** The portal among the apps of a phone or a desktop, and what it says without a connection. */
import { buildCase } from "server/testing/factories/cases.ts";
import { browserLaunchOptions } from "#e2e/support/browser.ts";
import { expect, test } from "#e2e/support/test.ts";
import { PHONE } from "#e2e/support/viewports.ts";

// A browser of its own: one in which journeys before have kept workers out registers none any more.
const launched = await browserLaunchOptions();
test.use({
  ...PHONE,
  serviceWorkers: "allow",
  launchOptions: { ...launched, args: [...(launched.args ?? []), "--lang=en-GB"] },
});

test(
  "the portal can be installed, keeps nothing, and says when there is no connection",
  { tag: ["@W-INS-002..006"] },
  async ({ accounts, faults, login }) => {
    // Without a connection the browser says so itself, and the worker's page is an answer of 503.
    faults.allow(/net::ERR_INTERNET_DISCONNECTED|status of 503|^503 for GET/);
    const client = await accounts.create("client");
    const caseFile = await buildCase({ assignedTo: [client], title: "Family that nobody sees" });
    const page = await login(client);
    const fromWorker: string[] = [];
    page.on("response", (response) => {
      if (response.fromServiceWorker()) fromWorker.push(new URL(response.url()).pathname);
    });
    const address = `/case/${caseFile.caseId}`;
    const title = page.getByRole("heading", { level: 1, name: caseFile.title });

    await test.step("Chromium finds nothing that stands against installing it", async () => {
      await page.goto(address);
      await expect(title).toBeVisible();
      // Registered when a page has loaded; a browser that was too busy then does it with the next one.
      await expect(async () => {
        await page.reload();
        const worker = await page.evaluate(async () => {
          const registration = await navigator.serviceWorker.getRegistration();
          return registration?.active?.state;
        });
        expect(worker).toBe("activated");
      }).toPass({ timeout: 60_000 });
      const devtools = await page.context().newCDPSession(page);
      const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
      expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
      const { errors, data } = await devtools.send("Page.getAppManifest");
      expect(errors).toEqual([]);
      expect(JSON.parse(data ?? "")).toMatchObject({ start_url: "/", display: "standalone" });
    });

    await test.step("pages come from the portal each time, with their policy; nothing else passes the worker", async () => {
      const nonces = new Set<string>();
      for (let load = 0; load < 2; load += 1) {
        const headers = (await page.reload())?.headers() ?? {};
        nonces.add(/'nonce-([^']+)'/.exec(headers["content-security-policy"] ?? "")?.[1] ?? "");
        expect(headers["permissions-policy"]).toBe("camera=(self), microphone=(), geolocation=()");
        await expect(title).toBeVisible();
      }
      expect(nonces.size).toBe(2);
      expect(nonces.has("")).toBe(false);
      expect(new Set(fromWorker)).toEqual(new Set([address]));
      expect(await page.evaluate(() => caches.keys())).toEqual([]);
      const worker = await page.request.get("/sw.js");
      expect(worker.headers()["cache-control"]).toBe("no-cache");
    });

    await test.step("without a connection it says so, and nothing of a case", async () => {
      await page.context().setOffline(true);
      await page.reload();
      await expect(page).toHaveTitle("No connection");
      await expect(page.getByRole("heading", { name: "No connection" })).toBeVisible();
      await expect(page.getByText("Family that nobody sees")).toHaveCount(0);
      await page.context().setOffline(false);
      await page.getByRole("link", { name: "Try again" }).tap();
      await expect(title).toBeVisible();
    });
  },
);
