/** The frame of every test that writes through faults: people, journal, and the comparison at the end. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkJournal } from "./checker.ts";
import type { Finding } from "./fault.ts";
import { Journal } from "./journal.ts";
import { ProvingGround } from "./proving-ground.ts";
import { enrolWriters, type Writers } from "./writers.ts";

export interface Scene {
  ground: ProvingGround;
  writers: Writers;
  journal: Journal;
}

export interface Opening {
  settings?: Record<string, string>;
  /** What happens to the data directory before the first start. */
  before?: (directory: string) => Promise<void>;
}

/** What is acknowledged during `hurt` must be there afterwards, whole, and nothing else. */
export async function withJournal(
  finding: Finding,
  hurt: (scene: Scene) => Promise<void>,
  opening: Opening = {},
): Promise<void> {
  const records = mkdtempSync(join(tmpdir(), "portal-journal-"));
  const journal = new Journal(join(records, "journal.jsonl"));
  const ground = await ProvingGround.open(opening.settings, opening.before);
  try {
    const writers = await ground.behind(() => enrolWriters(ground));
    await hurt({ ground, writers, journal });
    await ground.portal.stop();
    await ground.behind(() => checkJournal(journal, finding));
    // A portal that takes nothing loses nothing.
    if (finding.acknowledged === 0) finding.problems.push("nothing was acknowledged");
  } finally {
    journal.close();
    await ground.close();
    rmSync(records, { recursive: true, force: true });
  }
}
