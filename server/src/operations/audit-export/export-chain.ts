/**
 * The audit log as lines of JSON that prove themselves: whoever has the file can check it without the portal, its
 * database and its secrets (docs/operations.md, "The audit log for somebody else").
 */
import { sql } from "drizzle-orm";
import { publicKeyText, readCheckpointLines, signedLine } from "#server/audit/checkpoints.ts";
import { runtime } from "#server/core/runtime.ts";

export const EXPORT_FORMAT = "portal-audit-1";

export type ExportedLink = {
  seq: number;
  source: string;
  rowId: number;
  caseId: number | null;
  actorId: number | null;
  /** The earlier link of the event whose erasure this one notes. */
  erases: number | null;
  rowHash: string;
  hash: string;
  /** What was hashed: the event, and the second in which it happened. Both null once it was erased with its case. */
  event: string | null;
  epoch: string | null;
};

export type ExportLine =
  | { format: string; publicKey: string }
  | { link: ExportedLink }
  /** A line of the checkpoints, right after the link it speaks of. */
  | { checkpoint: string }
  /** The same in a file of the first version. */
  | { anchor: string }
  /** A checkpoint made for this file, so that its last lines cannot be cut off. */
  | { end: string };

const BATCH = 1000;

/** Page by page, without holding the database still: links are only ever added. */
export async function* exportChain(): AsyncGenerator<ExportLine> {
  yield { format: EXPORT_FORMAT, publicKey: publicKeyText() };
  const checkpoints = Map.groupBy(await readCheckpointLines(), seqIn);
  const head = { seq: 0, hash: "" };
  for (;;) {
    const links = await readLinks(head.seq);
    for (const link of links) {
      yield { link };
      for (const checkpoint of checkpoints.get(link.seq) ?? []) yield { checkpoint };
      checkpoints.delete(link.seq);
      Object.assign(head, { seq: link.seq, hash: link.hash });
    }
    if (links.length < BATCH) break;
  }
  // Of links that are not there: verification has to see them.
  for (const checkpoint of [...checkpoints.values()].flat()) yield { checkpoint };
  yield { end: signedLine({ ...head, at: runtime.clock.now().toISOString() }) };
}

function seqIn(checkpoint: string): number | null {
  return Number(/"seq":(\d+)/.exec(checkpoint)?.[1] ?? Number.NaN) || null;
}

/** The texts are those of audit_row_hash(), letter for letter (0002_audit_chain.sql). */
async function readLinks(after: number): Promise<ExportedLink[]> {
  const { rows } = await runtime.database.execute<ExportedLink>(sql`
    with events as (
      select l.*, coalesce(to_jsonb(c), to_jsonb(s)) as event, coalesce(c.created_at, s.created_at) as happened_at
      from audit_chain l
      left join case_events c on l.source = 'case_events' and c.id = l.row_id
      left join security_events s on l.source = 'security_events' and s.id = l.row_id
      where l.seq > ${after} order by l.seq limit ${BATCH}
    )
    select seq::float8 as seq, source, row_id as "rowId", case_id as "caseId", actor_id as "actorId",
      erases::float8 as erases, encode(row_hash, 'hex') as "rowHash", encode(hash, 'hex') as hash,
      (event - 'created_at' - 'actor_id' - 'user_id')::text as event,
      extract(epoch from happened_at)::text as epoch
    from events order by seq`);
  return rows;
}
