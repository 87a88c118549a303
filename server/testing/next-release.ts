/** What a release that is still to come might bring: a column kept by a trigger, a default, and an index that is built while people write. */
import { type Migration, readMigration, readMigrations } from "#server/database/migration-files.ts";

export const nextSteps: Readonly<Record<string, string>> = {
  "9001_family_name.sql": `-- kind: expand
alter table cases add column family_name text;
create function copy_title() returns trigger language plpgsql as $$
begin new.family_name := new.title; return new; end $$;
create trigger cases_family_name before insert or update of title on cases
  for each row execute function copy_title();
`,
  "9002_family_name_index.sql": `-- kind: expand, alone
create index concurrently if not exists cases_family_name_idx on cases (family_name);
`,
  "9003_comment_spoken_in.sql": `-- kind: expand
alter table comments add column spoken_in text not null default 'screen';
`,
};

/** The steps of today, which are out then, and those. */
export function migrationsOfNextRelease(): Migration[] {
  const today = readMigrations();
  const released = [{ version: "today", last: today.at(-1)?.id ?? 0 }];
  const next = Object.entries(nextSteps).map(([name, text]) => readMigration(name, text, released));
  return [...today, ...next];
}
