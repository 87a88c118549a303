/** What the folder says of itself. Pure. */
import type { ExportedTable } from "./exported-tables.ts";

export function readmeText(about: { madeAt: string; withFiles: boolean }): string {
  const files = about.withFiles
    ? "Each case lies in a folder of its own with all its files."
    : "Each case lies in a folder of its own. Its files were left out.";
  return `# The bureau as it was at ${about.madeAt}

These files are not encrypted.

- \`tables/\`: every table as CSV and as one line of JSON for each row; \`schema.json\` describes the columns.
- \`cases/\`: ${files} \`manifest.json\` in it names them.
- \`files/\`: what belongs to no case: samples, pictures of people, the logo.
- \`manifest.json\`: every file with its size and its SHA-256, and what could not be read.

Sessions, codes, tokens, keys, throttles, mails on their way and readings of passports are not in it, and neither are
columns that only the keys of the portal open. Numbers of passports stand in \`people.json\` of each case. CSV files
begin with the mark of UTF-8; a text that a spreadsheet would take for a formula has a ' before it there.
`;
}

/** JSON Schema of one line of each table. */
export function schemaText(tables: readonly ExportedTable[]): string {
  const definitions = tables.map(({ name, columns }) => [
    name,
    {
      type: "object",
      additionalProperties: false,
      required: columns.map((column) => column.name),
      properties: Object.fromEntries(columns.map(({ name: key, type }) => [key, schemaOf(type)])),
    },
  ]);
  const schema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $defs: Object.fromEntries(definitions) as unknown,
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

function schemaOf(type: string): object {
  if (type.endsWith("[]")) return { type: ["array", "null"], description: type };
  if (/^(smallint|integer|bigint)$/.test(type)) return { type: ["integer", "null"] };
  if (/^(numeric|real|double precision)$/.test(type)) return { type: ["number", "null"] };
  if (type === "boolean") return { type: ["boolean", "null"] };
  if (/^jsonb?$/.test(type)) return {};
  if (type === "date") return { type: ["string", "null"], format: "date" };
  if (type.startsWith("timestamp")) return { type: ["string", "null"], format: "date-time" };
  return { type: ["string", "null"] };
}
