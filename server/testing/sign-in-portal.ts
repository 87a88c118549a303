import { afterAll, afterEach, beforeAll } from "vitest";
import { runtime } from "#server/core/runtime.ts";
import { throttleBuckets } from "#server/database/tables/throttle-buckets.ts";
import { hashCheaply } from "./sign-in.ts";
import { openTestApp, type TestApp } from "./test-app.ts";

/** A portal for a file of tests in which people sign in: no test pays for costly hashes, or for the tries of another. */
export function signInPortal(options: Parameters<typeof openTestApp>[0] = {}): () => TestApp {
  let portal: TestApp;
  beforeAll(async () => {
    hashCheaply();
    portal = await openTestApp(options);
  });
  afterEach(async () => {
    await runtime.database.delete(throttleBuckets);
  });
  afterAll(() => portal.close());
  return () => portal;
}
