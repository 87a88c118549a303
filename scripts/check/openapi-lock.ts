/**
 * Programs rely on the calls as they were in the last release. What was there then stands in openapi.lock.json; a field
 * that is gone, takes less or is asked for now breaks them, unless a page of decisions/ names it.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeApi } from "server/src/http/openapi.ts";
import { root } from "#scripts/tools.ts";
import type { Problem } from "./sources.ts";

export type Schema = { readonly [keyword: string]: unknown };
export type Call = {
  readonly parameters: Readonly<Record<string, { required: boolean; schema: Schema }>>;
  readonly bodies: Readonly<Record<string, Schema>>;
  readonly answers: Readonly<Record<string, Schema>>;
};
export type Locked = {
  readonly calls: Readonly<Record<string, Call>>;
  readonly schemas: Readonly<Record<string, Schema>>;
};
/** What programs send, or what they read. */
type Way = "sent" | "read";
type Pair = { before: Schema; after: Schema; way: Way; place: string };

const LOCK = "openapi.lock.json";
const WORDS = new Set(["description", "summary", "examples", "example"]);

export function readLock(): Locked {
  return JSON.parse(readFileSync(join(root, LOCK), "utf8")) as Locked;
}

/** At a release: what it answers is relied upon from then on. A line for each call and record, so that a change shows. */
export function writeLock({ calls, schemas }: Locked): void {
  const lines = (table: object) =>
    Object.entries(table)
      .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
      .join(",\n");
  const text = `{"calls":{\n${lines(calls)}\n},"schemas":{\n${lines(schemas)}\n}}\n`;
  writeFileSync(join(root, LOCK), text);
}

export function readDecisions(): string {
  const folder = join(root, "decisions");
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n");
}

type Content = Record<string, { schema: Schema }>;
type Operation = {
  parameters: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};

/** What is promised today, without the words about it. */
export function promisedNow(): Locked {
  const description = describeApi("http://localhost") as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, Schema> };
  };
  const calls: Record<string, Call> = {};
  for (const [path, operations] of Object.entries(description.paths))
    for (const [method, operation] of Object.entries(operations))
      calls[`${method.toUpperCase()} ${path}`] = callOf(operation);
  return wordless({ calls, schemas: description.components.schemas }) as Locked;
}

function callOf({ parameters, requestBody, responses }: Operation): Call {
  const successes = Object.entries(responses).filter(([status]) => Number(status) < 300);
  return {
    parameters: Object.fromEntries(
      parameters.map(({ name, in: where, required, schema }) => [
        `${where} ${name}`,
        { required, schema },
      ]),
    ),
    bodies: schemasIn(requestBody?.content),
    answers: Object.assign(
      {},
      ...successes.map(([, { content }]) => schemasIn(content)),
    ) as Call["answers"],
  };
}

function schemasIn(content: Content = {}): Record<string, Schema> {
  return Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, schema]));
}

function wordless(value: unknown, isTable = true): unknown {
  if (Array.isArray(value)) return value.map((item) => wordless(item, false));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => isTable || !WORDS.has(key) || typeof inner === "object")
      .map(([key, inner]) => [key, wordless(inner, key === "properties")]),
  );
}

/** What of `before` no longer holds, but for what a decision names in its own words: `POST /api/tokens days`. */
export function findBrokenPromises(before: Locked, after: Locked, decisions = ""): Problem[] {
  const comparison = new Comparison(before, after);
  const found = Object.entries(before.calls).flatMap(([name, call]) =>
    comparison.ofCalls(name, call),
  );
  return [...new Set(found)]
    .filter((message) => !decisions.includes(message.split(": ", 1)[0] ?? message))
    .map((message) => ({ path: LOCK, line: 1, message }));
}

const LIMITS_FROM_ABOVE = ["maxLength", "maximum", "maxItems", "exclusiveMaximum"];
const LIMITS_FROM_BELOW = ["minLength", "minimum", "minItems", "exclusiveMinimum"];

class Comparison {
  readonly #before: Locked;
  readonly #after: Locked;
  readonly #underWay = new Set<string>();

  constructor(before: Locked, after: Locked) {
    this.#before = before;
    this.#after = after;
  }

  ofCalls(name: string, before: Call): string[] {
    const after = this.#after.calls[name];
    if (after === undefined) return [`${name}: is gone`];
    const parameters = Object.entries(before.parameters).flatMap(([parameter, { schema }]) => {
      const now = after.parameters[parameter];
      const place = `${name} ${parameter}`;
      if (now === undefined) return [`${place}: is gone`];
      return this.#compare({ before: schema, after: now.schema, way: "sent", place });
    });
    const asked = Object.entries(after.parameters)
      .filter(([parameter, { required }]) => required && !before.parameters[parameter]?.required)
      .map(([parameter]) => `${name} ${parameter}: is required now`);
    return [
      ...parameters,
      ...asked,
      ...this.#contents(name, { before: before.bodies, after: after.bodies, way: "sent" }),
      ...this.#contents(name, { before: before.answers, after: after.answers, way: "read" }),
    ];
  }

  #contents(
    place: string,
    { before, after, way }: { before: Call["bodies"]; after: Call["bodies"]; way: Way },
  ): string[] {
    return Object.entries(before).flatMap(([type, schema]) => {
      const now = after[type];
      if (now === undefined) return [`${place} ${type}: is gone`];
      return this.#compare({ before: schema, after: now, way, place });
    });
  }

  #compare({ way, place, ...pair }: Pair): string[] {
    const key = `${way} ${JSON.stringify(pair.before)} ${JSON.stringify(pair.after)}`;
    if (this.#underWay.has(key)) return [];
    this.#underWay.add(key);
    try {
      const before = resolve(pair.before, this.#before.schemas);
      const after = resolve(pair.after, this.#after.schemas);
      if (optionsOf(before).length > 1 || optionsOf(after).length > 1)
        return this.#compareOptions({ before, after, way, place });
      return [
        ...narrowed({ before, after, way, place }),
        ...this.#compareParts({ before, after, way, place }),
      ];
    } finally {
      this.#underWay.delete(key);
    }
  }

  /** Each form that could be sent can still be; each that is answered was answered before. */
  #compareOptions({ before, after, way, place }: Pair): string[] {
    const [needed, offered] =
      way === "sent"
        ? [optionsOf(before), optionsOf(after)]
        : [optionsOf(after), optionsOf(before)];
    const fits = (one: Schema, other: Schema) => {
      const pair = way === "sent" ? { before: one, after: other } : { before: other, after: one };
      return this.#compare({ ...pair, way, place }).length === 0;
    };
    const isCovered = needed.every((one) => offered.some((other) => fits(one, other)));
    return isCovered ? [] : [`${place}: has other forms`];
  }

  #compareParts({ before, after, way, place }: Pair): string[] {
    const found: string[] = [];
    const fields = fieldsOf(before);
    const fieldsNow = fieldsOf(after);
    for (const [field, schema] of Object.entries(fields)) {
      const now = fieldsNow[field];
      const at = `${place} ${field}`;
      if (now === undefined) found.push(`${at}: is gone`);
      else found.push(...this.#compare({ before: schema, after: now, way, place: at }));
    }
    const [was, is] = [requiredOf(before), requiredOf(after)];
    if (way === "sent")
      for (const field of is) if (!was.has(field)) found.push(`${place} ${field}: is required now`);
    if (way === "read")
      for (const field of was)
        if (!is.has(field) && field in fieldsNow) found.push(`${place} ${field}: may be missing`);
    for (const part of ["items", "additionalProperties"]) {
      const [one, other] = [before[part], after[part]];
      if (isSchema(one) && isSchema(other))
        found.push(...this.#compare({ before: one, after: other, way, place: `${place}[]` }));
    }
    return found;
  }
}

function narrowed({ before, after, way, place }: Pair): string[] {
  const found: string[] = [];
  const [types, typesNow] = [typesOf(before), typesOf(after)];
  const [needed, offered] = way === "sent" ? [types, typesNow] : [typesNow, types];
  if (needed.length > 0 && offered.length > 0 && !needed.every((type) => offered.includes(type)))
    found.push(`${place}: is of another type`);
  const [values, valuesNow] = [before["enum"], after["enum"]] as (unknown[] | undefined)[];
  const isFewer = values?.some((value) => valuesNow && !valuesNow.includes(value));
  if (isFewer || (way === "sent" && !values && valuesNow))
    found.push(`${place}: takes fewer values`);
  if (way === "read") return found;
  const isStricter = (limit: string, isLess: (now: number, was: number) => boolean) => {
    const [was, now] = [before[limit], after[limit]] as (number | undefined)[];
    return now !== undefined && (was === undefined || isLess(now, was));
  };
  if (
    LIMITS_FROM_ABOVE.some((limit) => isStricter(limit, (now, was) => now < was)) ||
    LIMITS_FROM_BELOW.some((limit) => isStricter(limit, (now, was) => now > was)) ||
    (after["pattern"] !== undefined && after["pattern"] !== before["pattern"])
  )
    found.push(`${place}: takes less`);
  return found;
}

function resolve(schema: Schema, schemas: Locked["schemas"]): Schema {
  const reference = schema["$ref"];
  if (typeof reference !== "string") return schema;
  return resolve(schemas[reference.replace("#/components/schemas/", "")] ?? {}, schemas);
}

function optionsOf(schema: Schema): readonly Schema[] {
  const options = schema["anyOf"] ?? schema["oneOf"];
  return Array.isArray(options) ? (options as Schema[]) : [schema];
}

function typesOf({ type }: Schema): readonly unknown[] {
  const types = type === undefined ? [] : [type].flat();
  return types.includes("number") ? [...types, "integer"] : types;
}

function fieldsOf({ properties }: Schema): Record<string, Schema> {
  return isSchema(properties) ? (properties as Record<string, Schema>) : {};
}

function requiredOf({ required }: Schema): Set<string> {
  return new Set(Array.isArray(required) ? (required as string[]) : []);
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null;
}
