import { timeVisits } from "e2e/support/stopwatch.ts";
import { type Figure, figure, median } from "./figure.ts";
import type { Fixtures } from "./fixtures.ts";

const VISITS = 3;
const SEARCH = "rossi 12";

export async function measureDashboard(
  fixtures: Fixtures,
  wish: { cases: number; targetMs?: number },
): Promise<Figure[]> {
  await fixtures.withCases(wish.cases);
  const { usable, key } = await visit(fixtures, { path: "/", firstLine: "main article h3 a" });
  const listed = `${wish.cases.toLocaleString("en")} cases`;
  return [
    figure(`Dashboard usable, ${listed}`, { ...usable, most: wish.targetMs }),
    figure(`Dashboard, a key in the search, ${listed}`, { ...key, most: 50 }),
  ];
}

export async function invoicesScreenFigures(fixtures: Fixtures): Promise<Figure[]> {
  await fixtures.withInvoices(5000);
  const { usable, key } = await visit(fixtures, {
    path: "/invoices",
    firstLine: "main tbody tr td",
  });
  return [
    figure("Invoices screen usable, 5,000 invoices", { ...usable, most: 1500 }),
    figure("Invoices screen, a key in the search", { ...key, most: 50 }),
  ];
}

async function visit(fixtures: Fixtures, screen: { path: string; firstLine: string }) {
  const { origin } = await fixtures.portal();
  const { sid } = await fixtures.admin();
  const waits = await timeVisits({ ...screen, origin, sessionToken: sid, search: SEARCH }, VISITS);
  return { usable: amountOf(waits.usable), key: amountOf(waits.keys) };
}

function amountOf(milliseconds: readonly number[]) {
  const worst = Math.max(...milliseconds).toFixed(0);
  const remark = `worst of ${milliseconds.length}: ${worst} ms`;
  return { value: median(milliseconds), unit: "ms", remark };
}
