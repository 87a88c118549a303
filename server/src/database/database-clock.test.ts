import { afterAll, beforeAll, afterEach, describe, expect, it, vi } from "vitest";
import { runtime } from "#server/core/runtime.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { openDatabaseClock } from "./database-clock.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterEach(() => vi.useRealTimers());
afterAll(() => portal.close());

describe("the portal's clock", () => {
  it.each(["2038-01-19T03:14:08Z", "1999-12-31T23:59:59Z"])(
    "stays the database's while the machine's is set to %s",
    { tags: ["reliability-22"] },
    async (moment) => {
      const clock = await openDatabaseClock(runtime.pool);
      vi.useFakeTimers({ toFake: ["Date"], now: new Date(moment) });
      const { rows } = await runtime.pool.query<{ now: string }>(
        "select (extract(epoch from clock_timestamp()) * 1000)::text as now",
      );
      const apart = Math.abs(clock.now().getTime() - Number(rows[0]?.now));
      clock.close();
      expect(apart).toBeLessThan(1000);
    },
  );
});
