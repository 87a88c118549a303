/** When mails about cases go: by their timers, and once a day; a sweep finds what a portal that was killed left behind. */
import { and, asc, gt, lt, or, eq } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";
import { notificationTimers } from "#server/database/tables/notification-timers.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { sendDigests } from "./digest.service.ts";
import { type Pair, sendNews } from "./news.service.ts";

const LATE_MS = 60_000;
const AT_ONCE = 500;

export const newsJob = defineJob<Pair>("notifications.mail", { mostTogether: 200 }, sendNews);

export const sweepTimers = defineJob(
  "notifications.sweep",
  { schedule: "* * * * *", retryLimit: 1, expireInSeconds: 900 },
  async () => {
    let last: Pair = { userId: 0, caseId: 0 };
    for (;;) {
      const late = await selectLate(last);
      for (const pair of late) await sendNews(pair);
      if (late.length < AT_ONCE) return;
      last = late.at(-1) as Pair;
    }
  },
);

/** In the order of pairs, from one on: what could not be sent is not met twice. */
function selectLate(last: Pair): Promise<Pair[]> {
  const { userId, caseId, dueAt } = notificationTimers;
  const before = new Date(runtime.clock.now().getTime() - LATE_MS).toISOString();
  const isBehind = or(
    gt(userId, last.userId),
    and(eq(userId, last.userId), gt(caseId, last.caseId)),
  );
  return runtime.database
    .select({ userId, caseId })
    .from(notificationTimers)
    .where(and(lt(dueAt, before), isBehind))
    .orderBy(asc(userId), asc(caseId))
    .limit(AT_ONCE);
}

/** Through the day, so that a portal that was away in the morning sends it all the same. */
defineJob(
  "notifications.digest",
  {
    schedule: "*/15 8-20 * * *",
    inBureauZone: true,
    atStart: true,
    retryLimit: 1,
    expireInSeconds: 900,
  },
  () => sendDigests(),
);
