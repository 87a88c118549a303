/** The `test` every journey uses: a portal per worker, people who are signed in, and no fault left unnoticed. */
import { test as base, expect, type BrowserContext, type Page } from "@playwright/test";
import type { Role } from "contract/session";
import { buildManyCases } from "server/testing/many-cases.ts";
import { Accounts, type Account } from "./accounts.ts";
import { ApiClient } from "./api-client.ts";
import { openBackstage } from "./backstage.ts";
import { ContextPool } from "./context-pool.ts";
import { Faults } from "./faults.ts";
import { Mailbox } from "./mailbox.ts";
import { startPortal, type Portal } from "./portal.ts";

interface JourneyFixtures {
  /** Console errors, uncaught errors, policy violations, foreign calls and server faults of this journey. */
  faults: Faults;
  /** A page that is signed in: one for each role, however often it is asked for, and one for each particular person. */
  login: (who: Role | Account) => Promise<Page>;
  /** The API as a role or as one particular person, to prepare what the journey needs. */
  apiAs: (who: Role | Account) => Promise<ApiClient>;
}

interface WorkerFixtures {
  portal: Portal;
  accounts: Accounts;
  mailbox: Mailbox;
  /** What `login` opens its pages in; the browser's cache stays warm in them. */
  contexts: ContextPool;
}

/** How many cases the bureau has besides those of the journeys, which have to end as they do without them (W-LST-019). */
const MORE_CASES = Number(process.env["JOURNEY_CASES"] ?? 0);

export const test = base.extend<JourneyFixtures, WorkerFixtures>({
  portal: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
    async ({}, use, { workerIndex }) => {
      const portal = await startPortal(String(workerIndex));
      const backstage = await openBackstage(portal);
      await buildManyCases(MORE_CASES);
      await use(portal);
      await backstage.close();
      await portal.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],

  accounts: [async ({ portal }, use) => use(new Accounts(portal.origin)), { scope: "worker" }],

  mailbox: [async ({ portal }, use) => use(new Mailbox(portal.dataDirectory)), { scope: "worker" }],

  contexts: [
    async ({ browser, portal }, use) => {
      const contexts = new ContextPool(browser, portal.origin);
      await use(contexts);
      await contexts.close();
    },
    { scope: "worker" },
  ],

  baseURL: async ({ portal }, use) => use(portal.origin),

  faults: [
    async ({ portal }, use) => {
      const faults = new Faults(portal.origin);
      await use(faults);
      expect(faults.unexpected(), "faults behind the journey's back").toEqual([]);
    },
    { auto: true },
  ],

  context: async ({ context, faults }, use) => {
    faults.watch(context);
    await use(context);
  },

  login: async ({ contexts, faults, accounts, isMobile, viewport }, use, { retry }) => {
    const taken: BrowserContext[] = [];
    const shared = new Map<Role, Promise<Page>>();
    const open = async (who: Role | Account) => {
      // A second try is recorded, by scripts that stay in its contexts.
      const context = await contexts.take(JSON.stringify({ isMobile, viewport, retry }));
      taken.push(context);
      faults.watch(context);
      await context.addCookies([await accounts.openSession(who)]);
      return context.newPage();
    };
    await use(async (who) => {
      if (typeof who !== "string") return open(who);
      const page = shared.get(who) ?? open(who);
      shared.set(who, page);
      return page;
    });
    faults.stopWatching();
    for (const context of taken) await contexts.giveBack(context);
  },

  apiAs: async ({ portal, accounts }, use) => {
    const clients: ApiClient[] = [];
    await use(async (who) => {
      const client = await ApiClient.open(portal.origin, await accounts.openSession(who));
      clients.push(client);
      return client;
    });
    for (const client of clients) await client.close();
  },
});

export { expect } from "@playwright/test";
