/** Small sizes of two fault tests; `npm run faults` has the full ones. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildCanaries, foreignMarks } from "./canaries.ts";
import { buildUser } from "./factories/users.ts";
import { buildFullPortal } from "./full-portal.ts";
import { type RandomCall, randomCalls } from "./random-calls.ts";
import { samplePdf } from "./sample-files.ts";
import { hashCheaply } from "./sign-in.ts";
import { openTestApp, type TestApp } from "./test-app.ts";
import type { TestClient } from "./test-client.ts";

const CALLS = 500;
/** Modules whose records belong to no family. */
const withoutFamilies = /^(session|profile|twoFactor|users|operations)\./;
/** A session ends when chance signs it out. */
const CALLS_PER_SESSION = 125;

let portal: TestApp;
beforeAll(async () => {
  hashCheaply();
  portal = await openTestApp();
});
afterAll(() => portal.close());

function send(client: TestClient, call: RandomCall, csrfToken: string) {
  const { method, url, payload } = call;
  return client.request({
    method,
    url,
    headers: { "x-csrf-token": csrfToken, ...call.headers },
    payload,
  });
}

describe("requests by chance", () => {
  it(
    "never meet a fault of the server, nor wait for a second",
    { tags: ["reliability-16", "asvs-4", "asvs-43"] },
    async () => {
      await buildFullPortal(1);
      const ids = Array.from({ length: 5 }, (_, index) => index + 1);
      const calls = randomCalls({ targets: { id: ids }, files: [await samplePdf()] });
      let client = portal.visitor();
      let accepted = 0;
      const slow: string[] = [];
      for (const [index, call] of fc.sample(calls, { numRuns: CALLS, seed: 16 }).entries()) {
        if (index % CALLS_PER_SESSION === 0) {
          client = await portal.as(await buildUser({ role: index === 0 ? "agent" : "admin" }));
        }
        const startedAt = performance.now();
        const { status } = await send(client, call, await client.csrfToken());
        const shown = `${call.method} ${call.url} ${call.payload?.toString().slice(0, 500)}`;
        expect(status, shown).toBeLessThan(500);
        if (performance.now() - startedAt > 1000) slow.push(shown);
        if (status < 300) accepted += 1;
      }
      // Both cores may be busy with other tests for a moment; npm run faults takes no excuse.
      expect(slow.length, slow.join("\n")).toBeLessThan(3);
      expect(accepted).toBeGreaterThan(CALLS / 20);
    },
  );

  it(
    "never answer with another family's mark",
    { tags: ["reliability-21", "asvs-90"] },
    async () => {
      let state = 21;
      const chance = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
      const fixtures = await buildCanaries({ cases: 10, users: 12 }, chance);
      const clients = await Promise.all(fixtures.users.map(({ user }) => portal.as(user)));
      const calls = randomCalls({
        targets: fixtures.targets,
        files: [await samplePdf()],
        isWanted: (endpoint, name) =>
          endpoint.access !== "automation" && !withoutFamilies.test(name),
      });
      let answered = 0;
      for (const [index, call] of fc.sample(calls, { numRuns: CALLS, seed: 21 }).entries()) {
        const who = index % clients.length;
        const [client, reader] = [clients[who] as TestClient, fixtures.users[who]];
        const { status, bytes, headers } = await send(client, call, await client.csrfToken());
        const heard = JSON.stringify(headers) + bytes.toString("latin1");
        expect(foreignMarks(reader!, call, heard), `${call.method} ${call.url}`).toEqual([]);
        if (status < 300 && /cnr[fb]\d{4}q/.test(heard)) answered += 1;
      }
      // Whoever is refused everything finds nothing either.
      expect(answered).toBeGreaterThan(CALLS / 20);
    },
  );
});
