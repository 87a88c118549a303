import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runtime } from "#server/core/runtime.ts";
import { bureauName, keepBureau } from "#server/database/bureau.ts";
import { bureau } from "#server/database/tables/bureau.ts";
import { DEMO_PEOPLE_FILE } from "#server/modules/demo/demo.service.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { ACCOUNTS_FILE, FILLING_MARK } from "./fill-demo.ts";
import { renewEachNight } from "./renew-demo.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

it(
  "fills the demonstration anew at three in the bureau's night",
  { tags: ["W-RUN-012"] },
  async () => {
    const file = (name: string) => join(runtime.config.dataDirectory, name);
    for (const name of [ACCOUNTS_FILE, DEMO_PEOPLE_FILE]) await writeFile(file(name), "[]");
    const [row] = await runtime.database.update(bureau).set({ name: "Vandals" }).returning();
    if (row) keepBureau(row);
    expect(bureauName()).toBe("Vandals");
    let isFilled = false;
    const job = renewEachNight(async () => {
      // What `npm run demo` takes for a filling that was broken off: it empties everything first.
      expect(
        [FILLING_MARK, ACCOUNTS_FILE, DEMO_PEOPLE_FILE].map((name) => existsSync(file(name))),
      ).toEqual([true, false, false]);
      await runtime.database.delete(bureau);
      await runtime.database.insert(bureau).values({});
      isFilled = true;
    });
    expect(job).toMatchObject({
      name: "demo.renew",
      options: { schedule: "0 3 * * *", inBureauZone: true },
    });
    await job.run({});
    expect(isFilled).toBe(true);
    expect(bureauName()).toBe("Example Bureau");
  },
);
