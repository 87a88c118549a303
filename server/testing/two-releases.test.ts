import { afterAll, beforeAll, expect, it } from "vitest";
import { casesApi } from "contract/cases";
import { commentsApi } from "contract/comments";
import { runtime } from "#server/core/runtime.ts";
import { migrate, prepareDatabase } from "#server/database/migrate.ts";
import { examine } from "#server/operations/integrity-check/examine.ts";
import { buildAdmin } from "./factories/users.ts";
import { migrationsOfNextRelease } from "./next-release.ts";
import { openTestApp, type TestApp } from "./test-app.ts";
import { ownerAddress } from "./test-database.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

it(
  "serves on while the next release adds to its database, and starts again on it",
  { tags: ["W-RUN-006"] },
  async () => {
    const admin = await portal.as(await buildAdmin());
    let isMigrating = true;
    let written = 0;
    const writing = [1, 2, 3].map(async (writer) => {
      while (isMigrating || written < 12) {
        const title = `Family ${writer}-${written}`;
        const { id } = await admin.call(casesApi.create, {
          body: { title, nationality: "Lebanese", citizenshipProgram: "vanuatu", gender: "Mr." },
        });
        await admin.call(commentsApi.create, { params: { id }, body: { message: title } });
        written += 1;
      }
    });
    await migrate(ownerAddress(), migrationsOfNextRelease()).finally(() => {
      isMigrating = false;
    });
    await Promise.all(writing);
    // As this release does at its start.
    await prepareDatabase(ownerAddress(), null);
    const { rows } = await runtime.pool.query(
      "select (select count(*)::int from case_rows) as listed, (select count(*)::int from cases) as cases",
    );
    expect(rows).toEqual([{ listed: written, cases: written }]);
    expect((await examine()).findings).toEqual([]);
  },
);
