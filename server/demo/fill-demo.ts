/** Fills an empty portal with the demonstration. */
import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runtime } from "#server/core/runtime.ts";
import { StartError } from "#server/core/start-error.ts";
import { bureauToday } from "#server/database/bureau-clock.ts";
import type { DatabaseAddress } from "#server/database/connection.ts";
import { openSingleConnection, type SingleConnection } from "#server/database/single-connection.ts";
import { users } from "#server/database/tables/users.ts";
import { sweepOrphans } from "#server/files/sweep.ts";
import { fillReadiness } from "#server/modules/checklist/readiness.jobs.ts";
import { DEMO_PEOPLE_FILE } from "#server/modules/demo/demo.service.ts";
import {
  type DemoPeople,
  describeAccounts,
  fillAccounts,
  offeredPeople,
  personIn,
} from "./demo-accounts.ts";
import type { DemoCase } from "./demo-bureau.ts";
import { fillCase } from "./fill-case.ts";
import { fillManyCases } from "./fill-many-cases.ts";
import { fillNotifications } from "./fill-notifications.ts";
import { switchRemindersOn } from "./fill-reminders.ts";
import { fillSamples } from "./fill-samples.ts";
import { readDemoBureau } from "./read-demo-bureau.ts";
import { removeFonts } from "./specimens/fonts.ts";

/** Written last: who finds it finds a complete demonstration. */
export const ACCOUNTS_FILE = "demo-accounts.txt";
/** There while the filling runs; who finds it finds the remains of one that was broken off. */
export const FILLING_MARK = "demo-filling";

export type DemoWishes = {
  /** Families without papers, beside those of the story. */
  moreCases?: number;
  /** One case after the other, so that each has the same number every time. */
  isInTurn?: boolean;
};

/** `owner`: the audit log cannot be emptied by the portal itself. */
export async function fillDemo(owner: DatabaseAddress, wishes: DemoWishes = {}): Promise<void> {
  const { dataDirectory } = runtime.config;
  const mark = join(dataDirectory, FILLING_MARK);
  if (existsSync(mark)) await emptyEverything(owner);
  else await assertNobodyIsThere();
  await writeFile(mark, "");
  try {
    await fill(wishes);
  } finally {
    await removeFonts();
  }
  await rm(mark);
}

async function fill({ moreCases = 0, isInTurn = false }: DemoWishes): Promise<void> {
  const { dataDirectory, mail } = runtime.config;
  const bureau = readDemoBureau(bureauToday());
  const people = await fillAccounts(bureau);
  if (isInTurn)
    for (const demoCase of bureau.cases) await (await fillCase(demoCase, people)).isWritten;
  else await Promise.all(sideBySide(bureau.cases).map((cases) => fillCases(cases, people)));
  const admin = bureau.users.find((user) => user.isAdmin);
  const opening = bureau.cases.map((demoCase) => demoCase.createdAt).toSorted()[0] ?? "";
  await fillSamples(personIn(people, admin?.key ?? "").id, opening);
  await fillNotifications();
  await switchRemindersOn();
  await fillReadiness();
  // After the figures of checklists, which the portal derives for so many while it is used already.
  await fillManyCases(moreCases, people);
  const offered = JSON.stringify(offeredPeople(bureau.users, people));
  await writeFile(join(dataDirectory, DEMO_PEOPLE_FILE), offered, { flush: true, mode: 0o600 });
  const accounts = describeAccounts(bureau.users, mail.outboxDirectory);
  await writeFile(join(dataDirectory, ACCOUNTS_FILE), accounts, { flush: true, mode: 0o600 });
}

/**
 * While papers are drawn for the one, the database is free for the other. Dossiers take longest, by programs of their own:
 * their families come first.
 */
function sideBySide(cases: readonly DemoCase[]): DemoCase[][] {
  const lanes = Map.groupBy(cases, ({ caseId, dossiers, isSketched = false }) =>
    dossiers ? caseId : isSketched,
  );
  return [...lanes.values()];
}

async function fillCases(cases: readonly DemoCase[], people: DemoPeople): Promise<void> {
  const written: Promise<void>[] = [];
  for (const demoCase of cases) written.push((await fillCase(demoCase, people)).isWritten);
  await Promise.all(written);
}

/** A real portal is never mixed with made-up cases. */
async function assertNobodyIsThere(): Promise<void> {
  const [somebody] = await runtime.database.select({ id: users.id }).from(users).limit(1);
  if (!somebody) return;
  throw new StartError(
    `${runtime.config.dataDirectory} holds a portal that is in use: set DATA_DIR to an empty directory for the demonstration.`,
  );
}

async function emptyEverything(owner: DatabaseAddress): Promise<void> {
  const client = await openSingleConnection(owner, "demo");
  try {
    await emptyTables(client);
  } finally {
    await client.end();
  }
  await sweepOrphans(0);
}

async function emptyTables(client: SingleConnection): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename not in ('schema_migrations', 'schema_needs')`,
  );
  const names = rows.map((row) => row.name).join(", ");
  const switchKeepers = (state: string) =>
    ["audit_chain", "case_events", "security_events"]
      .map((table) => `alter table ${table} ${state} trigger user;`)
      .join(" ");
  // The audit log refuses to be emptied; what is left of an interrupted filling is nobody's history.
  await client.query(
    `${switchKeepers("disable")} create temporary table first_rules as select * from document_rules; truncate ${names} restart identity cascade; ${switchKeepers("enable")}`,
  );
  // What the programs ask came with the portal, and comes only once; its samples are gone.
  await client.query(`
    update first_rules set sample_id = null;
    insert into document_rules overriding system value select * from first_rules;
    insert into reminder_schedules default values;
    insert into bureau default values;
    select setval(pg_get_serial_sequence('document_rules', 'id'), max(id)) from first_rules`);
}
