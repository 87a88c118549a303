/** The lists and the search at any number of cases: each figure of finding-and-moving.md 2.7 that a call can tell. */
import { caseListsApi } from "contract/case-lists";
import { runtime } from "server/src/core/runtime.ts";
import { cannon } from "./calls.ts";
import { type Figure, figure } from "./figure.ts";
import type { Fixtures, Session } from "./fixtures.ts";
import { memoryFigure, watchMemory } from "./memory.ts";

const CALLS = 200;
const OWN_CASES = 500;
const LONG_TALK = 10_000;
const MOST_MEMORY_GROWTH_MB = 60;

/** Milliseconds with 10,000 and with 100,000 cases. */
type Target = readonly [number, number];
type Asked = { what: string; path: string; most: Target; who?: Session };

const page = (query: string) => `${caseListsApi.page.path}?${query}`;
const counts = (query: string) => `${caseListsApi.counts.path}?${query}`;

export async function measureLists(fixtures: Fixtures, { cases }: { cases: number }) {
  await fixtures.withWorld(cases);
  const agent = await fixtures.session("agent");
  await assignSome(agent.id);
  const talk = await sayMuch(agent.id);
  const figures: Figure[] = [];
  const listed = cases.toLocaleString("en");
  for (const asked of [...calls(agent, talk), ...(await middle(cases))]) {
    const { p50, p95 } = await time(fixtures, asked);
    const most = asked.most[cases > 10_000 ? 1 : 0];
    const remark = `p95 ${p95.toFixed(0)} ms`;
    figures.push(figure(`${asked.what}, ${listed}`, { value: p50, unit: "ms", most, remark }));
  }
  return [...figures, await wholeList(fixtures, listed)];
}

function calls(agent: Session, talk: number): Asked[] {
  const orders = ["none", "status", "applicants", "agents"].flatMap((groupBy) =>
    ["status", "updatedAt"].flatMap((sort) =>
      ["asc", "desc"].map((order): Asked => {
        const isSorted = sort === "updatedAt" && (groupBy === "applicants" || groupBy === "agents");
        return {
          what: `Page by ${groupBy}, ${sort} ${order}`,
          path: page(`groupBy=${groupBy}&sort=${sort}&order=${order}`),
          most: isSorted ? [6, 20] : [4, 6],
        };
      }),
    ),
  );
  const needles = ["haddad 42", "citizenship", "nothinglikeit", "الحسن", "bank clearance"];
  return [
    ...orders,
    { what: "Page of an agent", path: page(""), most: [4, 6], who: agent },
    ...needles.map((q): Asked => {
      const path = page(`groupBy=status&q=${encodeURIComponent(q)}`);
      return { what: `Page with '${q}'`, path, most: [5, 7.5] };
    }),
    { what: "Page with 'zq'", path: page("q=zq"), most: [25, 250] },
    { what: "Counts", path: counts("groupBy=status"), most: [5, 30] },
    { what: "Counts with 'citizenship'", path: counts("q=citizenship"), most: [25, 250] },
    { what: "One row", path: `${caseListsApi.rows.path}?ids=${talk}`, most: [2, 2] },
    ...[undefined, agent].flatMap((who) =>
      ["haddad", "family 42", "papers"].map((q): Asked => {
        const what = `Search of '${q}'${who ? " by an agent" : ""}`;
        const path = `/api/search?q=${encodeURIComponent(q)}`;
        return { what, path, most: [12, 20], ...(who && { who }) };
      }),
    ),
    { what: "Invoices", path: "/api/invoices/page", most: [4, 6] },
    {
      what: `Newest of ${LONG_TALK.toLocaleString("en")} messages`,
      path: `/api/cases/${talk}/comments/page`,
      most: [4, 4],
    },
  ];
}

async function middle(cases: number): Promise<Asked[]> {
  return [{ what: "Page in the middle", path: page(`skip=${cases / 2}`), most: [8, 25] }];
}

async function time(fixtures: Fixtures, { path, who }: Asked) {
  const { origin } = await fixtures.portal();
  const { cookie } = who ?? (await fixtures.admin());
  const headers = { cookie, "accept-encoding": "gzip, deflate, br, zstd" };
  const options = { url: origin + path, connections: 1, headers };
  // What is compiled and cached only once is not what a bureau feels every day.
  await cannon({ ...options, amount: 20 });
  return cannon({ ...options, amount: CALLS });
}

/** Streamed: neither a large portal nor several callers fill the memory. */
async function wholeList(fixtures: Fixtures, listed: string): Promise<Figure> {
  const { origin, processId } = await fixtures.portal();
  const { cookie } = await fixtures.admin();
  const watch = watchMemory(processId);
  const answer = await fetch(`${origin}/api/cases`, { headers: { cookie } });
  if (answer.status !== 200) throw new Error(`GET /api/cases answered ${answer.status}`);
  for await (const chunk of answer.body ?? []) void chunk;
  const most = watch.before === null ? undefined : Math.round(watch.before + MOST_MEMORY_GROWTH_MB);
  return memoryFigure(`Memory while GET /api/cases is sent, ${listed}`, watch, most);
}

async function assignSome(agentId: number): Promise<void> {
  await runtime.pool.query(
    `insert into case_assignments (case_id, user_id)
     select id, $1 from cases where id % 17 = 0 order by id limit ${OWN_CASES} on conflict do nothing`,
    [agentId],
  );
}

/** The number of a case with a long talk. */
async function sayMuch(authorId: number): Promise<number> {
  const { rows } = await runtime.pool.query<{ id: number }>("select min(id) as id from cases");
  const id = rows[0]?.id ?? 0;
  for (let said = 0; said < LONG_TALK; said += 1000)
    await runtime.pool.query(
      `insert into comments (case_id, user_id, message)
       select $1, $2, 'Said as number ' || n from generate_series($3::int, $3::int + 999) n`,
      [id, authorId, said],
    );
  return id;
}
