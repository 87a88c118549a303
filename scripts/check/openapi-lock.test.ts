/** Each way to break a program that relies on the calls is planted, and found. */
import { describe, expect, it } from "vitest";
import {
  findBrokenPromises,
  type Locked,
  promisedNow,
  readDecisions,
  readLock,
} from "./openapi-lock.ts";

const before: Locked = {
  calls: {
    "POST /api/things": {
      parameters: { "query q": { required: false, schema: { type: "string", maxLength: 20 } } },
      bodies: { "application/json": { $ref: "#/components/schemas/ThingInput" } },
      answers: { "application/json": { $ref: "#/components/schemas/Thing" } },
    },
  },
  schemas: {
    ThingInput: {
      type: "object",
      properties: {
        name: { type: "string" },
        kind: { type: "string", enum: ["one", "two"] },
        note: { anyOf: [{ type: "string" }, { type: "null" }] },
      },
      required: ["name"],
    },
    Thing: {
      type: "object",
      properties: {
        id: { type: "number" },
        parts: { type: "array", items: { $ref: "#/components/schemas/Thing" } },
      },
      required: ["id"],
    },
  },
};

// oxlint-disable-next-line typescript/no-explicit-any -- a test takes apart what it likes
type Copy = any;

/** The same with something changed. */
function changed(change: (copy: Copy) => void): Locked {
  const copy: Copy = structuredClone(before);
  change(copy);
  return copy;
}
const input = (copy: Copy) => copy.schemas.ThingInput;
const call = (copy: Copy) => copy.calls["POST /api/things"];

const broken: [string, (copy: Copy) => void, string][] = [
  ["a call gone", (copy) => delete copy.calls["POST /api/things"], "POST /api/things: is gone"],
  [
    "a parameter gone",
    (copy) => delete call(copy).parameters["query q"],
    "POST /api/things query q: is gone",
  ],
  [
    "a parameter that takes less",
    (copy) => (call(copy).parameters["query q"].schema.maxLength = 10),
    "POST /api/things query q: takes less",
  ],
  [
    "a parameter required",
    (copy) => (call(copy).parameters["query q"].required = true),
    "POST /api/things query q: is required now",
  ],
  [
    "a field of the body renamed",
    (copy) => {
      input(copy).properties.title = input(copy).properties.name;
      delete input(copy).properties.name;
    },
    "POST /api/things name: is gone",
  ],
  [
    "a field required",
    (copy) => input(copy).required.push("kind"),
    "POST /api/things kind: is required now",
  ],
  [
    "fewer values",
    (copy) => input(copy).properties.kind.enum.pop(),
    "POST /api/things kind: takes fewer values",
  ],
  [
    "a form that is not taken any more",
    (copy) => (input(copy).properties.note = { type: "string" }),
    "POST /api/things note: has other forms",
  ],
  [
    "another type",
    (copy) => (input(copy).properties.name.type = "number"),
    "POST /api/things name: is of another type",
  ],
  [
    "a field of the answer gone",
    (copy) => delete copy.schemas.Thing.properties.parts,
    "POST /api/things parts: is gone",
  ],
  [
    "a field of the answer that may be missing",
    (copy) => (copy.schemas.Thing.required = []),
    "POST /api/things id: may be missing",
  ],
  [
    "an answer that may be null",
    (copy) => (copy.schemas.Thing.properties.id.type = ["number", "null"]),
    "POST /api/things id: is of another type",
  ],
];

const harmless: [string, (copy: Copy) => void][] = [
  ["nothing", () => undefined],
  ["a further call", (copy) => (copy.calls["GET /api/things"] = call(copy))],
  [
    "a further field that nobody has to send",
    (copy) => (input(copy).properties.more = { type: "string" }),
  ],
  ["a further value", (copy) => input(copy).properties.kind.enum.push("three")],
  [
    "a further field of the answer",
    (copy) => (copy.schemas.Thing.properties.more = { type: "string" }),
  ],
  ["a field that must no longer be sent", (copy) => (input(copy).required = [])],
  [
    "another name of a record",
    (copy) => {
      copy.schemas.Item = copy.schemas.ThingInput;
      call(copy).bodies = { "application/json": { $ref: "#/components/schemas/Item" } };
    },
  ],
];

const messages = (after: Locked, decisions = "") =>
  findBrokenPromises(before, after, decisions).map(({ message }) => message);

describe("the calls of the last release", () => {
  it.each(broken)("are broken by %s", { tags: ["W-API-014"] }, (_what, change, message) => {
    expect(messages(changed(change))).toContain(message);
  });

  it.each(harmless)("are kept by %s", { tags: ["W-API-014"] }, (_what, change) => {
    expect(messages(changed(change))).toEqual([]);
  });

  it("may be broken where a decision names what", { tags: ["W-API-014"] }, () => {
    const after = changed((copy) => delete copy.schemas.Thing.properties.parts);
    expect(messages(after, "We take `POST /api/things parts` away.")).toEqual([]);
  });

  it("are kept by this portal", () => {
    expect(findBrokenPromises(readLock(), promisedNow(), readDecisions())).toEqual([]);
  });
});
