/** Walks the chain from its first link to its last and names the first place where it is not what was written. */
import { sql } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";
import { readCheckpoints, type Checkpoint } from "./checkpoints.ts";

export type Verdict = {
  links: number;
  checkpoints: number;
  /** Null when nothing has been changed. */
  broken: string | null;
};

type Link = {
  seq: string;
  source: string;
  rowId: number;
  hash: string;
  isSealed: boolean;
  /** Null when the row is gone. */
  isRowRight: boolean | null;
  isErased: boolean;
  isCaseGone: boolean;
};

const BATCH = 5000;

export async function verifyChain(): Promise<Verdict> {
  const checkpoints = await readCheckpoints();
  const forged = checkpoints.find(({ checkpoint }) => checkpoint === null);
  const bySeq = new Map(
    checkpoints.flatMap(({ checkpoint }) => (checkpoint ? [[checkpoint.seq, checkpoint]] : [])),
  );
  const walked = await walk(bySeq);
  const verdict = { links: walked.links, checkpoints: checkpoints.length };
  if (walked.broken !== null) return { ...verdict, broken: walked.broken };
  if (forged) {
    return {
      ...verdict,
      broken: `Line ${forged.line} of the checkpoints is not signed by this portal.`,
    };
  }
  const beyond = [...bySeq.values()].find(({ seq }) => seq > walked.links);
  if (beyond) {
    return {
      ...verdict,
      broken: `The chain ends at link ${walked.links}, and had reached ${beyond.seq} at ${beyond.at}.`,
    };
  }
  return { ...verdict, broken: await findUnlinked() };
}

async function walk(checkpoints: Map<number, Checkpoint>): Promise<Omit<Verdict, "checkpoints">> {
  let links = 0;
  for (;;) {
    const rows = await readLinks(links);
    for (const link of rows) {
      const broken = problemOf(link, links + 1, checkpoints.get(Number(link.seq)));
      if (broken !== null) return { links, broken };
      links += 1;
    }
    if (rows.length < BATCH) return { links, broken: null };
  }
}

function problemOf(
  link: Link,
  expectedSeq: number,
  checkpoint: Checkpoint | undefined,
): string | null {
  const name = `Link ${link.seq} (row ${link.rowId} of ${link.source})`;
  if (Number(link.seq) !== expectedSeq) return `Link ${expectedSeq} is missing from the chain.`;
  if (!link.isSealed) return `${name} does not follow from the one before it.`;
  if (checkpoint && checkpoint.hash !== link.hash)
    return `${name} contradicts the checkpoint of ${checkpoint.at}.`;
  if (link.isErased && !link.isCaseGone) return `${name} was erased while its case stands.`;
  if (link.isRowRight === false) return `${name} was changed after it was written.`;
  if (link.isRowRight === null && !link.isErased) return `${name} was deleted.`;
  return null;
}

async function readLinks(after: number): Promise<Link[]> {
  const { rows } = await runtime.database.execute<Link>(sql`
    with links as (
      select c as link, c.*, lag(c.hash) over (order by c.seq) as previous from audit_chain c
      where c.seq >= ${after} order by c.seq limit ${BATCH + 1}
    )
    select l.seq, l.source, l.row_id as "rowId", encode(l.hash, 'hex') as hash,
      l.hash = audit_link_hash(l.previous, l.link) as "isSealed",
      case
        when e.id is not null then audit_row_hash(to_jsonb(e), e.created_at) = l.row_hash
          and (e.actor_id is not distinct from l.actor_id or e.actor_id is null and u.id is null)
        when s.id is not null then audit_row_hash(to_jsonb(s), s.created_at) = l.row_hash
          and (s.user_id is not distinct from l.actor_id or s.user_id is null and u.id is null)
      end as "isRowRight",
      l.erases is not null or exists (select from audit_chain x where x.erases = l.seq) as "isErased",
      not exists (select from cases k where k.id = l.case_id) as "isCaseGone"
    from links l
    left join case_events e on l.source = 'case_events' and e.id = l.row_id
    left join security_events s on l.source = 'security_events' and s.id = l.row_id
    left join users u on u.id = l.actor_id
    where l.seq > ${after} order by l.seq limit ${BATCH}`);
  return rows;
}

/** Rows that came in past the triggers. */
async function findUnlinked(): Promise<string | null> {
  const { rows } = await runtime.database.execute<{ source: string; id: number }>(sql`
    select 'case_events' as source, e.id from case_events e where not exists (
      select from audit_chain c where c.source = 'case_events' and c.row_id = e.id)
    union all
    select 'security_events', s.id from security_events s where not exists (
      select from audit_chain c where c.source = 'security_events' and c.row_id = s.id)
    order by 1, 2 limit 1`);
  const [row] = rows;
  return row ? `Row ${row.id} of ${row.source} is in no link: it was inserted past the log.` : null;
}
