/** A whole case for whoever writes it somewhere: member by member, the manifest last. */
import type { Executor } from "#server/database/connection.ts";
import type { About } from "./about.ts";
import { archiveMembers, type Known } from "./archive.ts";
import { readContents } from "./case-contents.ts";
import { listFiles } from "./case-files.ts";
import { partsOf } from "./case-parts.ts";

type Wanted = {
  about: About;
  by: string;
  withFiles: boolean;
  /** What is written already. */
  known: Known;
};

/** The caller has asked who may, and writes down that it went out. */
export async function wholeCase(
  executor: Executor,
  { about, by, withFiles, known }: Wanted,
): Promise<ReturnType<typeof archiveMembers>> {
  const contents = await readContents(executor, about);
  const { parts: files } = withFiles
    ? await listFiles(executor, about, contents.invoices)
    : { parts: [] };
  const parts = partsOf(executor, { about, contents, files });
  const { caseFile, audience } = about;
  return archiveMembers({ by, audience, record: `case ${caseFile.id}`, parts, known });
}
