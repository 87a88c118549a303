/**
 * The steps of the database, one file each, in order: `0001_first_tables.sql` and so on. Forward only: an applied file
 * never changes again. Each says in its first line what it is to a portal of the release before, which may still serve:
 *
 *     -- kind: expand             adds; the release before goes on working
 *     -- kind: expand, alone      the same, outside of a transaction, for indexes that are built while people write
 *     -- kind: contract of 0031   takes away what 0031 has replaced, at the earliest one release after it
 *
 * `releases.json` names the last step of every release that is out; what comes after it belongs to the next.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { version } from "#server/core/version.ts";

export type Migration = {
  id: number;
  name: string;
  checksum: string;
  statements: string;
  /** What a program has to know to work with it; without this only one that knows the step itself does. */
  needs?: Needs;
  /** Outside of a transaction, statement by statement. */
  isAlone?: boolean;
  /** While the release before may still serve, it waits to be asked for. */
  waits?: boolean;
};

/** The oldest program that a database serves: its last step, and the version it was released as. */
export type Needs = { step: number; version: string };

type Release = { version: string; last: number };

const directory = new URL("../../migrations/", import.meta.url);
const KIND = /^-- kind: (expand|contract)(, alone)?(?: of (\d{4}))?\n/;

export function readMigrations(): Migration[] {
  const released = readReleases();
  return readdirSync(directory)
    .filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file))
    .sort()
    .map((file) => {
      const text = readFileSync(new URL(file, directory), "utf8").replaceAll("\r\n", "\n");
      return readMigration(file, text, released);
    });
}

export function readMigration(file: string, text: string, released: Release[]): Migration {
  const id = Number(file.slice(0, 4));
  const [line = "", kind, alone] = KIND.exec(text) ?? [];
  // Not part of the sum: what a step is called changes nothing in what it does.
  const statements = text.slice(line.length);
  const earlier = released.filter(({ last }) => last < id);
  const isOut = released.some(({ last }) => last >= id);
  const own = released.find(({ last }) => last >= id)?.version ?? version;
  const before = earlier.at(-1) ?? { version: own, last: id };
  return {
    id,
    name: file.slice(0, -".sql".length),
    checksum: createHash("sha256").update(statements).digest("hex"),
    statements,
    needs:
      kind === "expand"
        ? { step: before.last, version: before.version }
        : { step: id, version: own },
    isAlone: alone !== undefined,
    waits: kind === "contract" && !isOut,
  };
}

/** In order; the portal that runs may be one of them or, while it is built, the next. */
function readReleases(): Release[] {
  const text = readFileSync(new URL("releases.json", directory), "utf8");
  return Object.entries(JSON.parse(text) as Record<string, number>).map(([name, last]) => ({
    version: name,
    last,
  }));
}
