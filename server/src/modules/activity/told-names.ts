/** Lines about reminders and mails hold numbers of people; whoever reads one reads their names of today. */
import { inArray } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";
import { users } from "#server/database/tables/users.ts";

type Metadata = Record<string, unknown>;
type Reminder = { to: number[] };

export async function withToldNames(
  rows: readonly { metadata: Metadata }[],
): Promise<(metadata: Metadata) => Metadata> {
  const ids = rows.flatMap(({ metadata }) => [
    ...(reminderIn(metadata)?.to ?? []),
    ...(mailedIn(metadata) ?? []),
  ]);
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
  const nameOf = (id: number) => names.get(id) || "Deleted user";
  return (metadata) => {
    const reminder = reminderIn(metadata);
    if (reminder !== null)
      return { ...metadata, reminder: { ...reminder, names: reminder.to.map(nameOf) } };
    const [mailed] = mailedIn(metadata) ?? [];
    return mailed === undefined ? metadata : { ...metadata, name: nameOf(mailed) };
  };
}

function reminderIn({ reminder }: Metadata): Reminder | null {
  const isOne = typeof reminder === "object" && reminder !== null && "to" in reminder;
  return isOne && Array.isArray(reminder.to) ? (reminder as Reminder) : null;
}

/** Whom mails do not reach, or are tried again. */
function mailedIn({ mail, userId }: Metadata): [number] | null {
  return typeof mail === "string" && typeof userId === "number" ? [userId] : null;
}
