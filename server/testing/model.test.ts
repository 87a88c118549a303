/** A small size of the model test; `npm run faults` has the full one. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Role } from "contract/session";
import { findWrongEntries } from "#server/modules/search/search-repair.ts";
import { fillSearch } from "#server/modules/search/search.jobs.ts";
import { buildUser } from "./factories/users.ts";
import { type Door, doorOf } from "./model/asking.ts";
import type { Member } from "./model/bureau.ts";
import { modelProperty, modelRoles } from "./model/model-run.ts";
import { samplePdf } from "./sample-files.ts";
import { openTestApp, type TestApp } from "./test-app.ts";
import type { TestClient } from "./test-client.ts";

const RUNS = 4;
const STEPS = 15;

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

async function signIn(roles: readonly Role[]): Promise<Map<Member, TestClient>> {
  const clients = new Map<Member, TestClient>();
  for (const role of roles) {
    const { id } = await buildUser({ role });
    clients.set({ id, role }, await portal.as({ id }));
  }
  return clients;
}

describe("the portal beside its model", () => {
  it(
    "shows everybody what the model shows, after every call, and finds it",
    { tags: ["reliability-20", "W-FND-016"] },
    async () => {
      const clients = await signIn(modelRoles);
      await fillSearch();
      const counted = { steps: 0, accepted: 0, comparisons: 0 };
      const open = doorOf(clients, await samplePdf());
      const door: Door = async (who, ask) => {
        const answer = await open(who, ask);
        if (ask.endpoint.method !== "GET") expect(await findWrongEntries()).toEqual([]);
        return answer;
      };
      const property = modelProperty([...clients.keys()], { door, counted, steps: STEPS });
      await fc.assert(property, { numRuns: RUNS, seed: 20, unbiased: true });
      // A model that is refused everything agrees with any portal.
      expect(counted.accepted).toBeGreaterThan(counted.steps / 4);
    },
  );
});
