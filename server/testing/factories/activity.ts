import type { AccessWay } from "contract/documents";
import { runtime } from "#server/core/runtime.ts";
import { caseEvents, type CaseEventRow } from "#server/database/tables/case-events.ts";
import { internalNotes } from "#server/database/tables/internal-notes.ts";
import { securityEvents } from "#server/database/tables/security-events.ts";
import { buildCase } from "./cases.ts";

export async function buildEvent(
  input: Partial<typeof caseEvents.$inferInsert> = {},
): Promise<CaseEventRow> {
  const [row] = await runtime.database
    .insert(caseEvents)
    .values({ action: "create", ...input, caseId: input.caseId ?? (await buildCase()).id })
    .returning();
  if (!row) throw new Error("The event was not inserted");
  return row;
}

export async function buildNote(
  input: Partial<typeof internalNotes.$inferInsert> = {},
): Promise<typeof internalNotes.$inferSelect> {
  const [row] = await runtime.database
    .insert(internalNotes)
    .values({
      message: "Call the client back",
      ...input,
      caseId: input.caseId ?? (await buildCase()).id,
    })
    .returning();
  if (!row) throw new Error("The note was not inserted");
  return row;
}

type OpeningInput = {
  caseId: number;
  documentIds: number[];
  userId: number;
  way?: AccessWay;
  createdAt?: string;
};

/** Somebody has opened documents of a case. */
export async function buildDocumentAccess({
  userId,
  createdAt,
  way = "view",
  ...opened
}: OpeningInput): Promise<typeof securityEvents.$inferSelect> {
  const [row] = await runtime.database
    .insert(securityEvents)
    .values({
      kind: "document.opened",
      userId,
      ...(createdAt && { createdAt }),
      metadata: { way, ...opened },
    })
    .returning();
  if (!row) throw new Error("The opening was not inserted");
  return row;
}
