/**
 * `npm run doctor`: looks whether rows, files and rules fit together and what the portal works with answers, and ends
 * with 1 when something does not. `-- --settings` uses every outside part instead, and says what it saw.
 */
import type { Config } from "#server/config/config.ts";
import { repairDerivedRows } from "#server/modules/cases/derived-rows.repair.ts";
import { findWrongRows, refreshCases } from "#server/modules/checklist/readiness-rows.service.ts";
import { repairEntries } from "#server/modules/search/search-repair.ts";
import { fillSearch } from "#server/modules/search/search.jobs.ts";
import { examine } from "#server/operations/integrity-check/examine.ts";
import {
  type Look,
  lookOutside,
  tryOutside,
  warningsOf,
} from "#server/operations/integrity-check/outside-parts.ts";
import { readDatabaseVersion } from "#server/operations/integrity-check/read-database-version.ts";
import { quietConfig, runCommand, sentencesOf, withRuntime } from "./run-command.ts";

await runCommand(() =>
  process.argv.includes("--settings") ? trySettings(quietConfig()) : examinePortal(quietConfig()),
);

async function examinePortal(config: Config): Promise<void> {
  await withRuntime(config, async () => {
    const missing = (await lookOutside(config)).filter(({ isFine }) => !isFine);
    for (const { sentence } of missing) console.log(sentence);
    for (const sentence of warningsOf(config)) console.log(sentence);
    if (missing.length > 0) process.exitCode = 1;
    if (missing.some(({ part }) => part === "Storage")) return;
    await repairSearch();
    await repairReadiness();
    const { files, findings } = await examine();
    for (const { kind, sentence } of findings) console.log(`${kind}: ${sentence}`);
    if (await repairDerivedRows(findings))
      console.log("Rows that are derived from others have been written anew.");
    const verdict =
      findings.length === 0
        ? "Everything fits together."
        : `${findings.length} things do not fit together.`;
    console.log(`${files} files opened. ${verdict}`);
    if (findings.length > 0) process.exitCode = 1;
  });
}

/** What the search finds can be written anew from the records: it is put right instead of complained about. */
async function repairSearch(): Promise<void> {
  await fillSearch();
  const wrong = await repairEntries();
  if (wrong.length === 0) return;
  console.log(
    `searchEntryWrong: ${wrong.length} entries of the search were wrong. They are right now.`,
  );
}

async function repairReadiness(): Promise<void> {
  const wrong = await findWrongRows();
  if (wrong.length === 0) return;
  await refreshCases(wrong);
  console.log(
    `readinessWrong: the figures of ${wrong.length} checklists were wrong. They are right now.`,
  );
}

async function trySettings(config: Config): Promise<void> {
  const looks = [await tryDatabase(config), ...(await tryOutside(config))];
  for (const { part, isFine, sentence } of looks)
    console.log(`${isFine ? "ok" : "NOT OK"}  ${part}: ${sentence}`);
  for (const sentence of warningsOf(config)) console.log(sentence);
  if (looks.some(({ isFine }) => !isFine)) process.exitCode = 1;
}

async function tryDatabase(config: Config): Promise<Look> {
  let sentence = "";
  try {
    await withRuntime(config, async () => {
      sentence = await readDatabaseVersion();
    });
    return { part: "Database", isFine: true, sentence };
  } catch (error) {
    return { part: "Database", isFine: false, sentence: sentencesOf(error).join(" ") };
  }
}
