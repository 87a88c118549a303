/**
 * Secrets that are sent where they belong, where they do not belong, and while something fails; whatever becomes of the
 * call, none may stand in the log (asvs 117).
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EndpointShape } from "contract/endpoint";
import { runtime } from "#server/core/runtime.ts";
import {
  AUTOMATION_KEY,
  openForEverybody,
  openFixtures,
  type People,
  type Fixtures,
} from "./endpoint-fixtures.ts";
import type { Recipe } from "./endpoint-recipe.ts";
import { type Enrolled, enrolledEndpoints, sendEnrolled } from "./enrolled-endpoints.ts";
import { mailsTo } from "./mails.ts";
import { samplePdf } from "./sample-files.ts";
import { PASSWORD } from "./sign-in.ts";
import type { TestApp } from "./test-app.ts";
import { asOwner } from "./test-database.ts";

const canary = (what: string) => `canary-${what}-0123456789abcdefghijklmnopq`;
const secrets = {
  password: canary("password"),
  currentPassword: canary("current"),
  newPassword: canary("new"),
  otp: canary("otp"),
  token: canary("token"),
  deviceHash: canary("device"),
  message: canary("message"),
};
const headers = {
  "x-csrf-token": canary("csrf"),
  "x-device-hash": canary("hash"),
  "idempotency-key": canary("press"),
  "webhook-signature": canary("signature"),
  referer: `https://portal.test/reset-password?token=${canary("referer")}`,
};
const fileText = canary("file");

const lines: string[] = [];
let portal: TestApp;
let people: People;
let pdf: Buffer;
beforeAll(async () => {
  ({ portal, people } = await openForEverybody({
    settings: { LOG_LEVEL: "trace" },
    logTo: { write: (line) => void lines.push(line) },
  }));
  pdf = Buffer.concat([await samplePdf(), Buffer.from(`% ${fileText}\n`)]);
});
afterAll(() => portal.close());

/** The valid call with canaries in every place that has room for one. */
async function sendWithCanaries(fixtures: Fixtures, enrolled: Enrolled): Promise<void> {
  const recipe = await enrolled.prepare(fixtures);
  const { body, files } = recipe;
  const sent = {
    ...recipe,
    query: { ...recipe.query, ...secrets },
    ...(files === undefined
      ? { body: { ...secrets, ...(body as object | undefined) } }
      : { fields: { ...secrets, ...recipe.fields }, files: files.map(withText) }),
  };
  // As its own caller with good papers, and as somebody whose papers are all canaries.
  await sendEnrolled(fixtures, { ...enrolled, prepare: () => sent });
  const forger = portal.visitor();
  for (const name of ["sid", "csrf", "dev"]) forger.cookies.set(name, canary(name));
  const authorization = `Bearer ${canary("key")}`;
  const forged = { ...sent, client: forger, headers: { ...headers, authorization } };
  await sendEnrolled(fixtures, { ...enrolled, prepare: () => forged });
  // An open stream would never end.
  if (enrolled.endpoint.response !== "stream") await sendBroken(fixtures, enrolled.endpoint);
}

function withText<File extends { bytes: Uint8Array; type?: string }>(file: File): File {
  return file.type === "application/pdf" ? { ...file, bytes: pdf } : file;
}

/** Neither the address nor the body can be read. */
async function sendBroken({ client }: Fixtures, { method, path }: EndpointShape): Promise<void> {
  const url = `${path.replaceAll(/:\w+/g, `%zz${secrets.token}`)}?token=${secrets.token}&%`;
  const payload = Buffer.from(`{"password":"${secrets.password}"`);
  const type = { "content-type": "application/json", authorization: secrets.token };
  await client.request({
    method,
    url,
    headers: { ...headers, ...type },
    ...(method === "GET" ? {} : { payload }),
  });
}

/** What the portal itself has given out. */
async function realSecrets({ client, user }: Fixtures): Promise<string[]> {
  const letters = user === null ? [] : await mailsTo(user.email);
  const links = letters.flatMap(({ text }) => [...text.matchAll(/token=([\w-]{20,})/g)]);
  return [
    PASSWORD,
    AUTOMATION_KEY,
    runtime.config.webhooks.secret,
    ...links.map(([, token = ""]) => token),
    ...client.cookies.values(),
    await client.csrfToken(),
  ];
}

const TABLES = ["cases", "users", "throttle_buckets"];

/** `from` and `to` are what follows the names. */
function renameTables(from: string, to: string): Promise<void> {
  return asOwner(
    TABLES.map((table) => `alter table ${table}${from} rename to ${table}${to}`).join("; "),
  );
}

async function leaksOf(fixtures: Fixtures): Promise<string[]> {
  const log = lines.join("");
  const known = (await realSecrets(fixtures)).filter((secret) => log.includes(secret));
  return [...(log.match(/.*canary-.*/g) ?? []), ...known];
}

describe("secrets that were sent", () => {
  it.each(enrolledEndpoints)(
    "leave no trace in the log with $name",
    { tags: ["asvs-117"] },
    async (enrolled) => {
      lines.length = 0;
      const caller = enrolled.endpoint.access === "automation" ? "automationKey" : "admin";
      const fixtures = await openFixtures(portal, people, caller);
      await sendWithCanaries(fixtures, enrolled);
      expect(lines).not.toEqual([]);
      expect(await leaksOf(fixtures)).toEqual([]);
    },
  );
});

describe("secrets that were sent while the portal fails", () => {
  type Prepared = { fixtures: Fixtures; recipe: Recipe };
  const prepared = new Map<string, Prepared>();

  beforeAll(async () => {
    for (const { name, prepare } of enrolledEndpoints) {
      const fixtures = await openFixtures(portal, people, "admin");
      prepared.set(name, { fixtures, recipe: await prepare(fixtures) });
      await fixtures.client.csrfToken();
    }
    await renameTables("", "_away");
  });
  afterAll(() => renameTables("_away", ""));

  it.each(enrolledEndpoints)(
    "leave none with $name either",
    { tags: ["asvs-117"] },
    async (enrolled) => {
      const { fixtures, recipe } = prepared.get(enrolled.name)!;
      lines.length = 0;
      await sendWithCanaries(fixtures, { ...enrolled, prepare: () => recipe });
      expect(await leaksOf(fixtures)).toEqual([]);
    },
  );
});

it("would be found if it was logged", async () => {
  const fixtures = await openFixtures(portal, people, "admin");
  lines.length = 0;
  runtime.log.info({ note: secrets.password }, "a mistake");
  expect(await leaksOf(fixtures)).toEqual([expect.stringContaining("a mistake")]);
});
