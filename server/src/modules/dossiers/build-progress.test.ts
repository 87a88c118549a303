import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { runtime } from "#server/core/runtime.ts";
import { dossiers } from "#server/database/tables/dossiers.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildDossier } from "#testing/factories/dossiers.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { createProgress } from "./build-progress.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

it(
  "what a build tells is written once a second, so that it moves within two",
  { tags: ["W-DOS-047"] },
  async () => {
    const { id: caseId } = await buildCase();
    const row = await buildDossier({ caseId, state: "running" });
    const donePages = async () =>
      (await runtime.database.select().from(dossiers).where(eq(dossiers.id, row.id)))[0]?.donePages;
    const stopped = new AbortController();
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const progress = createProgress(row, stopped);
    vi.advanceTimersByTime(900);
    progress.tell({ donePages: 10 });
    progress.tell({ donePages: 20 });
    expect(await donePages()).toBe(0);
    vi.advanceTimersByTime(100);
    await expect.poll(donePages).toBe(20);
    progress.tell({ donePages: 30 });
    vi.advanceTimersByTime(1000);
    await expect.poll(donePages).toBe(30);
    await runtime.database
      .update(dossiers)
      .set({ state: "cancelled" })
      .where(eq(dossiers.id, row.id));
    vi.advanceTimersByTime(1000);
    await expect.poll(() => stopped.signal.aborted).toBe(true);
    progress.end();
    vi.useRealTimers();
  },
);
