import { randomBytes } from "node:crypto";
import { asc, desc, inArray } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { applicantsApi } from "contract/applicants";
import { readingsApi } from "contract/readings";
import type { Config } from "#server/config/config.ts";
import { runtime, setRuntime } from "#server/core/runtime.ts";
import { caseKeys } from "#server/database/tables/case-keys.ts";
import { cases } from "#server/database/tables/cases.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { wrapKey } from "#server/files/keys.ts";
import { prepareFiles } from "#server/files/prepare.ts";
import { rotateKeys } from "#server/files/rotate-keys.ts";
import { openActors } from "#testing/actors.ts";
import { buildApplicant } from "#testing/factories/applicants.ts";
import { buildReading } from "#testing/factories/readings.ts";
import { linesOf } from "#testing/passports/holder-lines.ts";
import { idsFound } from "#testing/search.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

/** Nadim, whose passport was read and whose number was taken from it. */
async function openTaken(number: string) {
  const { agent, client, caseFile } = await openActors(portal);
  const nadim = await buildApplicant({ caseId: caseFile.id, fullName: "Nadim Sarrouf" });
  const { document } = await buildReading({
    document: { caseId: caseFile.id, assignedTo: nadim.id },
    holder: { number },
  });
  const params = { id: document.id };
  const { version } = await agent.call(readingsApi.get, { params });
  await agent.call(readingsApi.decide, {
    params,
    body: { applicantVersion: version, fields: { passportNumber: "use" } },
  });
  return { agent, client, nadim, params, number, caseFile };
}
type Taken = Awaited<ReturnType<typeof openTaken>>;

/** Found by the whole number, shown to staff, its end alone to the client, and still beside what was read. */
async function expectAsBefore({ agent, client, nadim, params, number, caseFile }: Taken) {
  expect(await idsFound(agent, number, "person")).toEqual([nadim.id]);
  const shown = await agent.call(applicantsApi.passport, { params: { id: nadim.id } });
  expect(shown).toEqual({ passportNumber: number });
  const [person] = await client.call(applicantsApi.list, { params: { id: caseFile.id } });
  expect(person?.passportEnding).toBe(number.slice(-3));
  const reading = await agent.call(readingsApi.get, { params });
  expect(reading.lines).toEqual(linesOf({ number }));
  expect(reading.fields.find(({ name }) => name === "passportNumber")).toMatchObject({
    value: number,
    current: `••••••${number.slice(-3)}`,
    compared: "same",
  });
}

/** So many are wrapped in one transaction. */
const BATCH = 500;

async function addKeys(count: number): Promise<void> {
  const made = await runtime.database
    .insert(cases)
    .values(
      Array.from({ length: count }, (_, place) => ({
        caseId: `KEY-${place}`,
        title: "Robin Person - Vanuatu Citizenship",
        nationality: "British",
        gender: "Mr." as const,
        citizenshipFee: 13_000_000,
      })),
    )
    .returning({ id: cases.id });
  const keyOf = ({ id: caseId }: { id: number }) => ({
    caseId,
    wrappedKey: wrapKey(runtime.config.filesKey, randomBytes(32), `case-key:${caseId}`),
  });
  await runtime.database.insert(caseKeys).values(made.map(keyOf));
}

/** Whoever waits for a lock in this database loses its connection, as when its process is killed. */
async function killWaiting(): Promise<void> {
  let killed = 0;
  while (killed === 0) {
    const { rowCount } = await runtime.pool.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    killed = rowCount ?? 0;
  }
}

function restartWith(keys: Pick<Config, "filesKey" | "previousFilesKey">): void {
  setRuntime({ ...runtime, config: { ...runtime.config, ...keys } });
}

async function timesWrapped(...taken: Taken[]): Promise<number[]> {
  const caseIds = taken.map(({ caseFile }) => caseFile.id);
  const rows = await runtime.database
    .select()
    .from(caseKeys)
    .where(inArray(caseKeys.caseId, caseIds))
    .orderBy(desc(caseKeys.id));
  return rows.map(({ keyNumber }) => keyNumber);
}

describe("passports beside a new FILES_KEY", () => {
  it("are found, shown and masked as before, also when the change is killed in its middle", async () => {
    const oldest = await openTaken("LR0012345");
    await addKeys(BATCH);
    const newest = await openTaken("XK7403794");
    const { filesKey: oldKey } = runtime.config;
    const newKey = randomBytes(32);
    restartWith({ filesKey: newKey, previousFilesKey: oldKey });

    await inTransaction(async (tx) => {
      // The last one to be wrapped is held: the newest are committed by then, and the rest waits.
      await tx.select().from(caseKeys).orderBy(asc(caseKeys.id)).limit(1).for("update");
      const rotation = rotateKeys().catch(() => "killed");
      await killWaiting();
      expect(await rotation).toBe("killed");
    });
    expect(await timesWrapped(oldest, newest)).toEqual([2, 1]);
    await expectAsBefore(oldest);
    await expectAsBefore(newest);

    expect((await rotateKeys()).rewrapped).toBeLessThan(BATCH);
    expect(await timesWrapped(oldest, newest)).toEqual([2, 2]);
    restartWith({ filesKey: newKey, previousFilesKey: null });
    await prepareFiles();
    await expectAsBefore(oldest);
    await expectAsBefore(newest);
  });
});
