/** Looks into the files of a case that nobody has looked into; what was found stands for good, as the bytes do. */
import { runtime } from "#server/core/runtime.ts";
import { violatesForeignKey } from "#server/database/errors.ts";
import { documentFacts } from "#server/database/tables/document-facts.ts";
import { lookIntoFiles } from "#server/files/dossier/run-program.ts";
import { unseenFiles } from "./papers.queries.ts";
import { isWord } from "./plan-problems.ts";

/** False when there was nothing to do. */
export async function lookIntoCase(caseId: number, signal?: AbortSignal): Promise<boolean> {
  const files = await unseenFiles(runtime.database, caseId);
  if (files.length === 0) return false;
  for (const file of files.filter(({ mimeType }) => isWord(mimeType)))
    await keep(file.id, { pages: null, problem: "word" });
  await lookIntoFiles(
    files.filter(({ mimeType }) => !isWord(mimeType)),
    { found: (file, facts) => keep(file.id, facts), signal },
  );
  return true;
}

type Facts = Pick<typeof documentFacts.$inferInsert, "pages" | "problem">;

/** A document may have been deleted meanwhile. */
async function keep(storedFileId: number, facts: Facts): Promise<void> {
  try {
    await runtime.database
      .insert(documentFacts)
      .values({ storedFileId, ...facts })
      .onConflictDoUpdate({ target: documentFacts.storedFileId, set: facts });
  } catch (error) {
    if (!violatesForeignKey(error)) throw error;
  }
}
