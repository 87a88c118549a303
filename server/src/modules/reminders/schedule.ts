import type { Executor } from "#server/database/connection.ts";
import { reminderSchedules } from "#server/database/tables/reminder-schedules.ts";

type Row = typeof reminderSchedules.$inferSelect;
export type Schedule = Omit<Row, "id" | "updatedAt">;

/** Of the whole bureau there is one. */
export async function readSchedule(executor: Executor, { isHeld = false } = {}): Promise<Schedule> {
  const query = executor.select().from(reminderSchedules);
  const [row] = await (isHeld ? query.for("update") : query);
  if (!row) throw new Error("The schedule of reminders is missing");
  const { id: _one, updatedAt: _moment, ...schedule } = row;
  return schedule;
}
