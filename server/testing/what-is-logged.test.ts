/** Who was let in, who was turned away and who has seen what stands in the log or among the events (asvs 118). */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { casesApi } from "contract/cases";
import { sessionApi } from "contract/session";
import { usersApi } from "contract/users";
import { runtime } from "#server/core/runtime.ts";
import { openForEverybody, openFixtures, type People } from "./endpoint-fixtures.ts";
import { enrolledEndpoints, sendEnrolled } from "./enrolled-endpoints.ts";
import { callers, permissionsOf } from "./permissions-matrix.ts";
import { browserIn, buildMember, enterCode, enterPassword } from "./sign-in.ts";
import type { TestApp } from "./test-app.ts";

type Line = Record<string, unknown> & { msg: string };

const lines: Line[] = [];
let portal: TestApp;
let people: People;
beforeAll(async () => {
  ({ portal, people } = await openForEverybody({
    settings: { LOG_LEVEL: "info", RATE_LIMITS: "on" },
    logTo: { write: (line) => void lines.push(JSON.parse(line) as Line) },
  }));
});
beforeEach(() => void (lines.length = 0));
afterAll(() => portal.close());

const refusals = () => lines.filter(({ msg }) => msg === "refused");

async function countEvents(): Promise<number> {
  const { rows } = await runtime.database.execute<{ count: number }>(
    sql`select ((select count(*) from case_events) + (select count(*) from security_events))::int as count`,
  );
  return rows[0]?.count ?? 0;
}

async function securityEventsOf(userId: number): Promise<string[]> {
  const { rows } = await runtime.database.execute<{ kind: string }>(
    sql`select kind from security_events where user_id = ${userId} order by id`,
  );
  return rows.map(({ kind }) => kind);
}

const turnedAway = enrolledEndpoints.flatMap((enrolled) => {
  const { expected } = permissionsOf(enrolled.endpoint.method, enrolled.endpoint.path);
  return [403, 404].flatMap((status) => {
    const caller = callers.find((candidate) => expected[candidate].status === status);
    return caller === undefined ? [] : [{ enrolled, caller, status, name: enrolled.name }];
  });
});

describe("somebody who may not", () => {
  it.each(turnedAway)(
    "call $name stands in the log with what was tried: $caller, $status",
    { tags: ["asvs-118"] },
    async ({ enrolled, caller, status }) => {
      const fixtures = await openFixtures(portal, people, caller);
      const recipe = await enrolled.prepare(fixtures);
      lines.length = 0;
      await sendEnrolled(fixtures, { ...enrolled, prepare: () => recipe });
      const actor = fixtures.user?.id ?? expect.stringMatching(/anonymous|automation/);
      const { path } = enrolled.endpoint;
      const about = { status, actor, route: path, reqId: expect.stringMatching(/^[\w-]{36}$/) };
      expect(refusals()).toContainEqual(expect.objectContaining(about));
      const [id] = Object.values(recipe.params ?? {});
      if (typeof id === "number")
        expect(refusals()).toContainEqual(expect.objectContaining({ record: String(id) }));
    },
  );
});

/** Files that say nothing of anybody, and the list that there is not. */
const nobodysFiles = ["imports.template", "bureau.getLogo", "exports.unknown"];

describe("every look at a file", () => {
  const looks = enrolledEndpoints.filter(
    ({ name, endpoint }) => endpoint.response === "file" && !nobodysFiles.includes(name),
  );

  it.each(looks)(
    "by $name is written down with who and what",
    { tags: ["asvs-118"] },
    async (enrolled) => {
      const fixtures = await openFixtures(portal, people, "admin");
      const recipe = await enrolled.prepare(fixtures);
      const before = await countEvents();
      lines.length = 0;
      const { status } = await sendEnrolled(fixtures, { ...enrolled, prepare: () => recipe });
      expect(status).toBe(200);
      const named = lines.filter(
        ({ actor, record }) => actor === fixtures.user?.id && record !== undefined,
      );
      expect(named.length + (await countEvents()) - before).toBeGreaterThan(0);
      expect(lines.at(-1)).toMatchObject({
        msg: "answered",
        actor: fixtures.user?.id,
        status: 200,
      });
    },
  );
});

describe("the log", () => {
  it(
    "says how each sign-in ended, whether or not there is such an account",
    { tags: ["asvs-118"] },
    async () => {
      const member = await buildMember();
      const browser = browserIn(portal);
      for (const email of [member.email, "nobody@example.com"]) {
        await browser.refused(401, sessionApi.login, {
          body: { email, password: "Wrong-Horse-7" },
        });
        expect(refusals().at(-1)).toMatchObject({
          route: sessionApi.login.path,
          code: "session.credentials",
        });
      }
      await enterPassword(browser, member.email);
      const wrong = { email: member.email, deviceHash: "k3v9x0q2m7p1z", otp: "000000" };
      await browser.refused(400, sessionApi.verifyOtp, { body: wrong });
      expect(refusals().at(-1)).toMatchObject({ code: "session.code" });
      await enterCode(browser, member.email);
      expect(await securityEventsOf(member.id)).toEqual(
        expect.arrayContaining(["signin.failed", "signin.succeeded", "device.trusted"]),
      );
    },
  );

  it("holds every forged call", { tags: ["asvs-118"] }, async () => {
    const { client, caseFile, user } = await openFixtures(portal, people, "admin");
    const forged = { params: { id: caseFile.id }, headers: { "x-csrf-token": "made up" } };
    await client.refused(403, casesApi.remove, forged);
    const line = { code: "csrf", actor: user?.id, record: String(caseFile.id) };
    expect(refusals()).toEqual([expect.objectContaining(line)]);
  });

  it("holds everybody who has tried too often", { tags: ["asvs-118"] }, async () => {
    const visitor = portal.visitor();
    const params = { token: "guess".padEnd(43, "A") };
    for (let tries = 0; tries < 11; tries += 1)
      await visitor.send(usersApi.getInvitation, { params });
    expect(refusals().at(-1)).toMatchObject({ status: 429, code: "request.tooMany" });
    const password = "Wrong-Horse-7";
    for (let tries = 0; tries < 6; tries += 1)
      await visitor.send(sessionApi.login, { body: { email: "often@example.com", password } });
    expect(refusals().at(-1)).toMatchObject({
      status: 429,
      code: "request.tooMany",
      route: sessionApi.login.path,
    });
  });
});
