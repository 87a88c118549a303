/** The form of a value as one reads it in code: `{ id: number, name: string | null }`. */
import type { Schema, Schemas } from "./description.ts";

const MOST_WORDS = 12;

export function formOf(schema: Schema, schemas: Schemas, depth = 0): string {
  const { $ref: reference } = schema;
  if (typeof reference === "string") {
    const name = reference.slice(reference.lastIndexOf("/") + 1);
    const found = schemas[name];
    // Of a record within a record its name is enough.
    return found === undefined || depth > 2 ? name : formOf(found, schemas, depth + 1);
  }
  const { anyOf, oneOf, enum: words, const: only, type } = schema;
  const options = anyOf ?? oneOf;
  if (Array.isArray(options))
    return [...new Set(options.map((option) => formOf(option, schemas, depth)))].join(" | ");
  if (Array.isArray(words)) return wordsOf(words);
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(type)) return type.join(" | ");
  if (type === "array") return `${grouped(formOf(schemaIn(schema["items"]), schemas, depth))}[]`;
  if (type === "object") return objectForm(schema, schemas, depth);
  return typeof type === "string" ? type : "any";
}

function wordsOf(words: readonly unknown[]): string {
  const shown = words.slice(0, MOST_WORDS).map((word) => JSON.stringify(word));
  return [...shown, ...(words.length > MOST_WORDS ? ["…"] : [])].join(" | ");
}

function grouped(form: string): string {
  return form.includes(" | ") && !form.startsWith("{") ? `(${form})` : form;
}

function objectForm(schema: Schema, schemas: Schemas, depth: number): string {
  const fields = Object.entries((schema["properties"] ?? {}) as Record<string, Schema>);
  const required = new Set((schema["required"] ?? []) as string[]);
  const others = schema["additionalProperties"];
  const lines = fields.map(
    ([name, field]) =>
      `${name}${required.has(name) ? "" : "?"}: ${indented(formOf(field, schemas, depth + 1))}`,
  );
  if (typeof others === "object" && others !== null)
    lines.push(`[key]: ${indented(formOf(schemaIn(others), schemas, depth + 1))}`);
  return lines.length === 0 ? "{}" : `{\n${lines.map((line) => `  ${line}`).join("\n")}\n}`;
}

function indented(form: string): string {
  return form.replaceAll("\n", "\n  ");
}

function schemaIn(value: unknown): Schema {
  return typeof value === "object" && value !== null ? (value as Schema) : {};
}

/** A value of this form, for an example: that of the portal where there is one. */
export function exampleOf(schema: Schema, schemas: Schemas, depth = 0): unknown {
  const { $ref: reference, examples, anyOf, enum: words, type } = schema;
  if (Array.isArray(examples)) return examples[0];
  if (typeof reference === "string") {
    const found = schemas[reference.slice(reference.lastIndexOf("/") + 1)];
    return found === undefined || depth > 3 ? {} : exampleOf(found, schemas, depth + 1);
  }
  if (Array.isArray(anyOf)) return exampleOf(schemaIn(anyOf[0]), schemas, depth);
  if (Array.isArray(words)) return words[0];
  switch (Array.isArray(type) ? type[0] : type) {
    case "object":
      return Object.fromEntries(
        Object.entries((schema["properties"] ?? {}) as Record<string, Schema>)
          .filter(([name]) => ((schema["required"] ?? []) as string[]).includes(name))
          .map(([name, field]) => [name, exampleOf(field, schemas, depth + 1)]),
      );
    case "array":
      return [exampleOf(schemaIn(schema["items"]), schemas, depth + 1)];
    case "integer":
    case "number":
      return 1;
    case "boolean":
      return true;
    default:
      return "text";
  }
}
