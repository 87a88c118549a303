/**
 * What each role is told, key by key (permissions.md 3.3, asvs 91). A key more in somebody's answer is a change of who
 * knows what: it shows in answer-keys.txt, and somebody has to look at it. `vitest -u` writes the file anew.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { EndpointShape } from "contract/endpoint";
import { openForEverybody, openFixtures, type People, type Fixtures } from "./endpoint-fixtures.ts";
import { type Enrolled, enrolledEndpoints, sendEnrolled } from "./enrolled-endpoints.ts";
import { buildInvoiceFile } from "./factories/invoices.ts";
import { buildFullPortal } from "./full-portal.ts";
import { type Caller, callers, permissionsOf } from "./permissions-matrix.ts";
import type { TestApp } from "./test-app.ts";

let portal: TestApp;
let people: People;
beforeAll(async () => {
  ({ portal, people } = await openForEverybody());
  await buildFullPortal();
});
afterAll(() => portal.close());

/** `{id, names[], file{name, size}}`; what is in a list is put together from all its items. */
function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `${shapeOf(mergedItems(value))}[]`;
  if (typeof value !== "object" || value === null) return "";
  const keys = Object.entries(value).map(([key, inner]) => key + shapeOf(inner));
  return `{${keys.toSorted().join(", ")}}`;
}

/** One item with every key that any of them has, each with the fullest value. */
function mergedItems(items: readonly unknown[]): unknown {
  const objects = items.filter((item) => typeof item === "object" && item !== null);
  if (objects.length === 0) return null;
  const merged = new Map<string, unknown[]>();
  for (const [key, value] of objects.flatMap((item) => Object.entries(item as object))) {
    merged.set(key, [...(merged.get(key) ?? []), value]);
  }
  return Object.fromEntries([...merged].map(([key, values]) => [key, fullest(values)]));
}

function fullest(values: readonly unknown[]): unknown {
  const lists = values.filter(Array.isArray);
  if (lists.length > 0) return lists.flat();
  return values.every((value) => typeof value === "object") ? mergedItems(values) : values[0];
}

/** One of everything hangs on the case, so that no list is empty for want of an item. */
async function openFurnishedWorld(caller: Caller): Promise<Fixtures> {
  const fixtures = await openFixtures(portal, people, caller);
  await fixtures.applicant();
  await fixtures.document();
  await fixtures.comment();
  await fixtures.agreement();
  const { invoice } = await fixtures.invoiceFile();
  await buildInvoiceFile(invoice, { list: "admin" });
  await fixtures.log();
  return fixtures;
}

const read = new Map<Caller, Fixtures>();

/** Reading changes nothing, so whoever reads may do so in one fixtures. */
async function worldOf(caller: Caller, { method }: EndpointShape): Promise<Fixtures> {
  if (method !== "GET") return openFixtures(portal, people, caller);
  const fixtures = read.get(caller) ?? (await openFurnishedWorld(caller));
  read.set(caller, fixtures);
  return fixtures;
}

async function keysByCaller(enrolled: Enrolled): Promise<string[]> {
  const { endpoint } = enrolled;
  const { expected } = permissionsOf(endpoint.method, endpoint.path);
  const said = new Map<string, string[]>();
  for (const caller of callers.filter((one) => expected[one].status < 300)) {
    const { status, body } = await sendEnrolled(await worldOf(caller, endpoint), enrolled);
    expect(status, `${enrolled.name} as ${caller}`).toBe(expected[caller].status);
    const shape = shapeOf(body);
    said.set(shape, [...(said.get(shape) ?? []), caller]);
  }
  return [...said].map(([shape, told]) => `  ${told.join(" ")}\n    ${shape}`);
}

const answered = enrolledEndpoints.filter(
  // The description of the calls is no answer about anybody.
  ({ name, endpoint }) => typeof endpoint.response === "object" && name !== "operations.getOpenApi",
);
const isReading = ({ endpoint }: Enrolled) => endpoint.method === "GET";
const readings = answered.filter(isReading);
const changes = answered.filter((enrolled) => !isReading(enrolled));

it("tells each role what it has always told it, and nothing more [asvs 91]", async () => {
  const answers: string[] = [];
  // Changes come last: some of them end the sessions of whoever reads.
  for (const enrolled of [...readings, ...changes]) {
    answers.push([enrolled.name, ...(await keysByCaller(enrolled))].join("\n"));
  }
  await expect(`${answers.join("\n\n")}\n`).toMatchFileSnapshot("answer-keys.txt");
}, 240_000);
