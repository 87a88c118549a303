import { readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/test-database.ts";

const repository = new URL("../../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, repository), "utf8");

type Classified = { column: string; isSecret: boolean };

/** The rows of docs/data-classes.md: a table, and its columns by class. */
function classified(): Classified[] {
  const [, columns = ""] = read("docs/data-classes.md").split("## Columns");
  return [...columns.matchAll(/^\| `(\w+)` *\|([^|]*)\|([^|]*)\|([^|]*)\|$/gm)].flatMap(
    ([, table = "", ...classes]) =>
      classes.flatMap((cell, index) =>
        [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => ({
          column: `${table}.${name}`,
          isSecret: index === 0,
        })),
      ),
  );
}

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client(database.address);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.remove();
});

describe("the classes of data", { tags: ["asvs-105"] }, () => {
  it(
    "name every column of the database once, and no other",
    { tags: ["W-RDY-018", "W-IMP-027"] },
    async () => {
      const { rows } = await client.query<{ column: string }>(
        `select table_name || '.' || column_name as column from information_schema.columns
       where table_schema = 'public' and table_name not in ('schema_migrations', 'schema_needs')`,
      );
      const stored = rows.map(({ column }) => column).toSorted();
      expect(
        classified()
          .map(({ column }) => column)
          .toSorted(),
      ).toEqual(stored);
    },
  );

  it("let nothing secret into an answer, but that of an app or a token to whom it is being made for, and a mail to whoever sends it", () => {
    const answers = read("server/testing/answer-keys.txt").split("\n\n");
    const secrets = classified().filter(({ isSecret }) => isSecret);
    expect(secrets.length).toBeGreaterThan(15);
    const told = secrets.flatMap(({ column }) => {
      const [, name = ""] = column.split(".");
      const key = name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
      const named = new RegExp(`[{ ]${key}[,{}[]`);
      return answers
        .filter((answer) => named.test(answer))
        .map((answer) => `${key}: ${answer.split("\n")[0]}`);
    });
    expect(new Set(told)).toEqual(
      new Set([
        "text: homes.get",
        // A warning has a code and a text, as nothing of what is secret.
        ...["get", "decide", "undo"].flatMap((verb) => [
          `code: readings.${verb}`,
          `text: readings.${verb}`,
        ]),
        "text: reminders.preview",
        "text: reminders.previewByCaseCode",
        "secret: tokens.create",
        // What of a token may be known is called so as well.
        "token: tokens.create",
        "secret: twoFactor.startTotp",
      ]),
    );
  });
});
