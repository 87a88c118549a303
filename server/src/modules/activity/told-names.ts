/** Lines about reminders, mails and passports hold numbers of people; whoever reads one reads their names of today. */
import { inArray } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";
import { applicants } from "#server/database/tables/applicants.ts";
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
  const holders = rows.flatMap(({ metadata }) => holderIn(metadata) ?? []);
  if (ids.length === 0 && holders.length === 0) return (metadata) => metadata;
  const [people, holderNames] = await Promise.all([usersOf(ids), namesOfHolders(holders)]);
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
    const [holder] = holderIn(metadata) ?? [];
    const holderName = holder === undefined ? undefined : holderNames.get(holder);
    if (holderName) return { ...metadata, name: holderName };
    const [mailed] = mailedIn(metadata) ?? [];
    return mailed === undefined ? metadata : { ...metadata, name: nameOf(mailed) };
  };
}

async function usersOf(ids: readonly number[]) {
  if (ids.length === 0) return [];
  return runtime.database
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]));
}

/** Of applicants who are still there. */
async function namesOfHolders(ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const people = await runtime.database
    .select({ id: applicants.id, fullName: applicants.fullName })
    .from(applicants)
    .where(inArray(applicants.id, [...new Set(ids)]));
  return new Map(people.map(({ id, fullName }) => [id, fullName]));
}

/** Whose passport's values were taken or typed. */
function holderIn({ applicantId, fields }: Metadata): [number] | null {
  return typeof applicantId === "number" && Array.isArray(fields) ? [applicantId] : null;
}

function reminderIn({ reminder }: Metadata): Reminder | null {
  const isOne = typeof reminder === "object" && reminder !== null && "to" in reminder;
  return isOne && Array.isArray(reminder.to) ? (reminder as Reminder) : null;
}

/** Whom mails do not reach, or are tried again. */
function mailedIn({ mail, userId }: Metadata): [number] | null {
  return typeof mail === "string" && typeof userId === "number" ? [userId] : null;
}
