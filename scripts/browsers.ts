/**
 * `npm run browsers`: the main job in the browsers that the other journeys do not use, Firefox ESR and WebKitGTK, against
 * a portal of its own. A browser that is not installed is skipped, and that is said. Pictures lie in .cache/browsers.
 *
 *     npm run browsers -- --only webkit
 */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Accounts } from "e2e/support/accounts.ts";
import { openBackstage } from "e2e/support/backstage.ts";
import { Mailbox } from "e2e/support/mailbox.ts";
import { type Portal, startPortal } from "e2e/support/portal.ts";
import { loadDrizzleAsCommonJs } from "server/src/database/load-drizzle.ts";
import type { BrowserKind } from "./browsers/driven-browser.ts";
import { firefox } from "./browsers/firefox.ts";
import { journeys, type Sitting } from "./browsers/journeys.ts";
import { webkit } from "./browsers/webkit.ts";
import { root } from "./tools.ts";
import { buildWebIfNeeded } from "./web-build.ts";

const kinds: Record<string, BrowserKind> = { firefox, webkit };
const pictures = join(root, ".cache", "browsers");

function chooseKinds(): [string, BrowserKind][] {
  const { values } = parseArgs({ options: { only: { type: "string", multiple: true } } });
  const names = values.only ?? Object.keys(kinds);
  const unknown = names.filter((name) => !(name in kinds));
  if (unknown.length > 0) throw new Error(`Browsers: ${Object.keys(kinds).join(", ")}.`);
  return names.map((name) => [name, kinds[name] as BrowserKind]);
}

/** Journeys go on where the one before has ended: after a failure the rest of a sitting has no ground to stand on. */
async function sit(name: string, portal: Portal): Promise<boolean> {
  const kind = kinds[name] as BrowserKind;
  const directory = join(pictures, name);
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const browser = await kind.start();
  const sitting: Sitting = {
    browser,
    origin: portal.origin,
    person: await new Accounts(portal.origin).create("admin"),
    mailbox: new Mailbox(portal.dataDirectory),
    family: `Haddad Family ${name}`,
    directory,
  };
  try {
    await browser.resize({ width: 1280, height: 800 });
    for (const [journey, travel] of Object.entries(journeys)) {
      const picture = join(directory, `${journey.replaceAll(" ", "-")}.png`);
      try {
        await travel(sitting);
        console.log(`${kind.name}: ${journey}: passed`);
      } catch (error) {
        console.error(`${kind.name}: ${journey}: FAILED (${picture})\n`, error);
        return false;
      } finally {
        await browser.screenshot(picture);
      }
    }
    return true;
  } finally {
    await browser.close();
  }
}

loadDrizzleAsCommonJs();
const chosen = chooseKinds();
for (const [, kind] of chosen) {
  const missing = kind.missing();
  if (missing !== null) console.log(`${kind.name}: SKIPPED, it is not installed (${missing}).`);
}
const installed = chosen.filter(([, kind]) => kind.missing() === null);
if (installed.length > 0) {
  await buildWebIfNeeded();
  const portal = await startPortal("browsers");
  const backstage = await openBackstage(portal);
  try {
    for (const [name] of installed) if (!(await sit(name, portal))) process.exitCode = 1;
  } finally {
    await backstage.close();
    await portal.stop();
  }
}
