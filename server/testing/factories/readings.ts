import { eq } from "drizzle-orm";
import { digitsOf } from "contract/passport-lines";
import { runtime } from "#server/core/runtime.ts";
import type { DocumentRow } from "#server/database/tables/documents.ts";
import { type ReadingRow, readings } from "#server/database/tables/readings.ts";
import { makeCaseKey } from "#server/files/keys.ts";
import { sealLines } from "#server/modules/readings/sealed-lines.ts";
import { type Holder, linesOf } from "#testing/passports/holder-lines.ts";
import { buildDocument, type DocumentInput } from "./documents.ts";

type ReadingInput = Partial<typeof readings.$inferInsert> & {
  document?: DocumentInput;
  holder?: Holder;
  doubtful?: string[];
};

/** Of a passport that was read without a doubt, unless said otherwise. */
export async function buildReading({
  document: given = {},
  holder = {},
  doubtful = [],
  ...input
}: ReadingInput = {}): Promise<{ document: DocumentRow; reading: ReadingRow }> {
  const document = await buildDocument({ category: "passport", ...given });
  return { document, reading: await readAs(document, { holder, doubtful, ...input }) };
}

async function readAs(
  { id: documentId, caseId }: DocumentRow,
  { holder, doubtful, ...input }: Omit<ReadingInput, "document"> & { doubtful: string[] },
): Promise<ReadingRow> {
  const lines = linesOf(holder ?? {});
  const [row] = await runtime.database
    .insert(readings)
    .values({
      caseId,
      documentId,
      state: "read",
      page: 1,
      rotation: 0,
      digits: digitsOf(lines[1]),
      likeness: 965,
      readAt: runtime.clock.now().toISOString(),
      engine: "1",
      ...input,
    })
    .returning();
  if (!row) throw new Error("The reading was not inserted");
  const sealedLines = sealLines(await makeCaseKey(caseId), row.id, { lines, doubtful });
  await runtime.database.update(readings).set({ sealedLines }).where(eq(readings.id, row.id));
  return { ...row, sealedLines };
}
