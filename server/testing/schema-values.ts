/** Values for a schema of the contract: mostly what it asks for, sometimes anything but. */
import fc from "fast-check";
import type * as z from "zod/mini";

type AnySchema = z.ZodMiniType;
/** What zod knows about a schema; only these fields are read. */
type Definition = {
  type: string;
  innerType?: AnySchema;
  in?: AnySchema;
  element?: AnySchema;
  options?: readonly AnySchema[];
  shape?: Record<string, AnySchema>;
  entries?: Record<string, string>;
  values?: readonly unknown[];
};

const hostileTexts = [
  "",
  " ",
  "\u0000",
  "a\r\nSet-Cookie: x=1",
  "' or 1=1 --",
  "%' escape '\\",
  "<img src=x onerror=alert(1)>",
  "../../../../etc/passwd",
  "=cmd|' /C calc'!A0",
  "{{7*7}}${7*7}",
  "\u202Egpj.exe",
  "\uD800",
  "ﷺ".repeat(500),
  "x".repeat(5001),
  "(a+)+$".repeat(100),
] as const;
const hostileNumbers = [-1, 0, 1.5, 1e308, -0, 2_147_483_648, Number.MAX_SAFE_INTEGER + 2] as const;

/** Texts of many kinds: plain ones that pass, dates, addresses, and what breaks things. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: "grapheme", maxLength: 40 }) },
  { weight: 2, arbitrary: fc.constantFrom("2026-11-21", "Emirati", "Robin Person", "👍", "12") },
  { weight: 1, arbitrary: fc.emailAddress() },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
  { weight: 2, arbitrary: fc.constantFrom(...hostileTexts) },
);

/** Small ones hit records that are there. */
const anyNumber: fc.Arbitrary<number> = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 400 }) },
  { weight: 1, arbitrary: fc.constantFrom(...hostileNumbers) },
  { weight: 1, arbitrary: fc.double({ noNaN: true }) },
);

const anythingElse: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, [], {}, true, { $ne: 1 }, ["a@b.co"], [[[]]]),
  anyText,
  anyNumber,
  fc.jsonValue({ maxDepth: 2 }),
);

const made = new WeakMap<AnySchema, fc.Arbitrary<unknown>>();

/** One value in twelve, at every depth, is not what the schema asks for. */
export function valueFor(schema: AnySchema): fc.Arbitrary<unknown> {
  const known = made.get(schema);
  if (known !== undefined) return known;
  const arbitrary = fc.oneof(
    { weight: 11, arbitrary: wantedFor(definitionOf(schema)) },
    { weight: 1, arbitrary: anythingElse },
  );
  made.set(schema, arbitrary);
  return arbitrary;
}

/** The fields of an object, each there or not. */
export function fieldsFor(schema: AnySchema): fc.Arbitrary<Record<string, unknown>> {
  const { type, shape = {}, innerType, in: input } = definitionOf(schema);
  const inner = innerType ?? input;
  if (type !== "object" && inner !== undefined) return fieldsFor(inner);
  const fields = Object.entries(shape).map(([name, field]) => [name, valueFor(field)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: [] });
}

function definitionOf(schema: AnySchema): Definition {
  return schema._zod.def as unknown as Definition;
}

function wantedFor(definition: Definition): fc.Arbitrary<unknown> {
  const {
    type,
    innerType,
    element,
    options = [],
    shape = {},
    entries = {},
    values = [],
  } = definition;
  const inner = innerType ?? definition.in;
  switch (type) {
    case "object":
      return objectFor(shape);
    case "array":
      return element === undefined
        ? fc.constant([])
        : fc.array(valueFor(element), { maxLength: 4 });
    case "enum":
      return fc.constantFrom(...Object.values(entries));
    case "literal":
      return fc.constantFrom(...values);
    case "union":
      return fc.oneof(...options.map(valueFor));
    case "number":
      return anyNumber;
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "string":
      return anyText;
    case "optional":
    case "nullable":
    case "default":
      return fc.option(inner === undefined ? anythingElse : valueFor(inner), {
        freq: 3,
        nil: type === "nullable" ? null : undefined,
      });
    default:
      return inner === undefined ? anythingElse : valueFor(inner);
  }
}

/** Complete most of the time; now and then a field is missing or one is there that nobody asked for. */
function objectFor(shape: Record<string, AnySchema>): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [name, valueFor(field)]),
  );
  return fc.oneof(
    { weight: 8, arbitrary: fc.record(fields) },
    { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.record(fields), fc.constantFrom("isAdmin", "role", "id", "version", "createdBy"))
        .map(([value, extra]) => ({ ...value, [extra]: true })),
    },
  );
}
