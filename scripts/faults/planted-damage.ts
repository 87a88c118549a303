/** Damage of every kind, planted in rows and objects: doctor finds all of it, and nothing else (row 26). */
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { runtime } from "server/src/core/runtime.ts";
import { examine } from "server/src/operations/integrity-check/examine.ts";
import { buildFullPortal } from "server/testing/full-portal.ts";
import { type FaultTest, type Finding, newFinding, scaled } from "./fault.ts";
import { ProvingGround } from "./proving-ground.ts";
import type { Random } from "./random.ts";

const DAMAGES = 500;
const CASES = 5;

type StoredObject = { id: number; path: string };
type Scene = { random: Random; objects: StoredObject[]; objectsDirectory: string };
/** Does harm, and answers how it is undone. */
type Damage = (scene: Scene) => Promise<() => Promise<void>>;

/**
 * Keeps what a statement changes in one table, and puts it back. It is kept beside the queue of jobs: nowhere else may
 * the role of a portal make a table.
 */
function inTable(table: keyof typeof putBack, harm: string): Damage {
  return async () => {
    await runtime.pool.query(`create table jobs.kept_${table} as table ${table}`);
    await runtime.pool.query(harm);
    return async () => {
      await runtime.pool.query(putBack[table]);
      await runtime.pool.query(`drop table jobs.kept_${table}`);
    };
  };
}

const putBack = {
  stored_files: `update stored_files f set digest = k.digest, wrapped_key = k.wrapped_key, size = k.size,
    deleted_at = k.deleted_at, case_id = k.case_id from jobs.kept_stored_files k where k.id = f.id`,
  applicants: "delete from applicants where id not in (select id from jobs.kept_applicants)",
  documents: `update documents d set file_size = k.file_size, mime_type = k.mime_type, assigned_to = k.assigned_to
    from jobs.kept_documents k where k.id = d.id`,
  invoices:
    "update invoices i set total_fee = k.total_fee from jobs.kept_invoices k where k.id = i.id",
} as const;

const anyFile = "(select stored_file_id from documents order by random() limit 1)";

function inObject(harm: (path: string, scene: Scene) => void): Damage {
  return async (scene) => {
    const { path } = scene.random.pick(scene.objects);
    const sound = readFileSync(path);
    harm(path, scene);
    return async () => writeFileSync(path, sound);
  };
}

const damages: Record<string, Damage> = {
  "a flipped bit": inObject((path, { random }) => {
    const bytes = readFileSync(path);
    const place = random.integer(0, bytes.length - 1);
    bytes[place] = (bytes[place] ?? 0) ^ (1 << random.integer(0, 7));
    writeFileSync(path, bytes);
  }),
  "a cut object": inObject((path, { random }) => {
    truncateSync(path, random.integer(0, readFileSync(path).length - 1));
  }),
  "an object with something added": inObject((path) => appendFileSync(path, "x")),
  "an object that is gone": inObject((path) => rmSync(path)),
  "an object in the place of another": inObject((path, { random, objects }) => {
    copyFileSync(random.pick(objects.filter((one) => one.path !== path)).path, path);
  }),
  "an object that nobody knows": async ({ objectsDirectory, random }) => {
    const key = Array.from({ length: 32 }, () => random.integer(0, 15).toString(16)).join("");
    const path = join(objectsDirectory, key.slice(0, 2), key.slice(2, 4), key);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, "left over");
    const longAgo = Date.now() / 1000 - 86_400;
    utimesSync(path, longAgo, longAgo);
    return async () => rmSync(path);
  },
  "a wrong digest": inTable(
    "stored_files",
    `update stored_files set digest = reverse(digest) where id = ${anyFile}`,
  ),
  "a broken key": inTable(
    "stored_files",
    `update stored_files set wrapped_key = set_byte(wrapped_key, 20,
      get_byte(wrapped_key, 20) # 1) where id = ${anyFile}`,
  ),
  "a file that was let go of": inTable(
    "stored_files",
    `update stored_files set deleted_at = now() where id = ${anyFile}`,
  ),
  "a file of another case": inTable(
    "stored_files",
    `update stored_files f set case_id = (select max(id) from cases where id <> f.case_id)
      where id = ${anyFile}`,
  ),
  "a second main applicant": inTable(
    "applicants",
    `insert into applicants (case_id, position, full_name, category)
      select case_id, 9, 'Second', 'Main Applicant' from applicants order by random() limit 1`,
  ),
  "a wrong total": inTable(
    "invoices",
    `update invoices set total_fee = total_fee + 1
      where id = (select id from invoices order by random() limit 1)`,
  ),
  "a document of another size": inTable(
    "documents",
    `update documents set file_size = file_size + 1
      where id = (select id from documents order by random() limit 1)`,
  ),
};

export const plantedDamage: FaultTest = {
  row: 26,
  what: `${Object.keys(damages).length} kinds of damage, found by doctor`,
  run: async (trial) => {
    const finding = newFinding();
    const ground = await ProvingGround.open();
    try {
      await ground.portal.stop();
      await ground.behind(async () => {
        await buildFullPortal(CASES);
        await requireHealth(finding, "before anything was damaged");
        const objectsDirectory = join(ground.directory, "files", "objects");
        const objects = await listObjects(objectsDirectory);
        const scene = { random: trial.random, objects, objectsDirectory };
        const kinds = Object.entries(damages);
        for (let planted = 0; planted < scaled(DAMAGES, trial); planted += 1) {
          const [what, damage] = kinds[planted % kinds.length] as [string, Damage];
          const undo = await damage(scene);
          finding.inputs += 1;
          finding.faults += 1;
          const { findings } = await examine();
          if (findings.length > 0) finding.acknowledged += 1;
          else finding.problems.push(`${what} was not found`);
          await undo();
        }
        await requireHealth(finding, "after everything was mended");
      });
    } finally {
      await ground.close();
    }
    finding.remark = `${finding.acknowledged} of ${finding.faults} found`;
    return finding;
  },
};

async function requireHealth(finding: Finding, when: string): Promise<void> {
  const { findings } = await examine();
  for (const { sentence } of findings) finding.problems.push(`a false alarm ${when}: ${sentence}`);
}

async function listObjects(directory: string): Promise<StoredObject[]> {
  const { rows } = await runtime.pool.query<{ id: number; key: string }>(
    `select f.id, f.storage_key as key from stored_files f join documents d on d.stored_file_id = f.id`,
  );
  return rows.map(({ id, key }) => ({
    id,
    path: join(directory, key.slice(0, 2), key.slice(2, 4), key),
  }));
}
