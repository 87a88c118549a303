/** Lines about reminders hold numbers of people; whoever reads one reads their names of today. */
import { inArray } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";
import { users } from "#server/database/tables/users.ts";

type Metadata = Record<string, unknown>;
type Reminder = { to: number[] };

export async function withRemindedNames(
  rows: readonly { metadata: Metadata }[],
): Promise<(metadata: Metadata) => Metadata> {
  const ids = rows.flatMap(({ metadata }) => reminderIn(metadata)?.to ?? []);
  if (ids.length === 0) return (metadata) => metadata;
  const people = await runtime.database
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]));
  const names = new Map(
    people.map(({ id, firstName, lastName }) => [
      id,
      [firstName, lastName].filter(Boolean).join(" "),
    ]),
  );
  return (metadata) => {
    const reminder = reminderIn(metadata);
    if (reminder === null) return metadata;
    const told = reminder.to.map((id) => names.get(id) || "Deleted user");
    return { ...metadata, reminder: { ...reminder, names: told } };
  };
}

function reminderIn({ reminder }: Metadata): Reminder | null {
  const isOne = typeof reminder === "object" && reminder !== null && "to" in reminder;
  return isOne && Array.isArray(reminder.to) ? (reminder as Reminder) : null;
}
