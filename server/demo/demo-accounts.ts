/** Who can sign in to the demonstration. One password for all: it protects nothing but made-up data on this machine. */
import { hashPassword } from "#server/auth/passwords.ts";
import type { UserRow } from "#server/database/tables/users.ts";
import type { KnownPerson } from "#server/modules/demo/demo.service.ts";
import { buildUser } from "#testing/factories/users.ts";
import type { DemoBureau, DemoUser } from "./demo-bureau.ts";

export const DEMO_PASSWORD = "Specimen-Bureau-2026";

/** Those whose cases have all their papers; the others make the lists long. */
const NAMED = 8;

export type DemoPeople = ReadonlyMap<string, UserRow>;

export async function fillAccounts({ users, cases }: DemoBureau): Promise<DemoPeople> {
  const people = new Map<string, UserRow>();
  // Hashing is slow on purpose, and here it would guard nothing more for each person.
  const password = await hashPassword(DEMO_PASSWORD);
  const opening = cases.map((demoCase) => demoCase.createdAt).toSorted()[0] ?? "";
  for (const user of users) {
    // Clients come with their first case, the bureau's people were there before.
    const own = cases.find((demoCase) => demoCase.assignedUsers.includes(user.key));
    const createdAt = user.role === "client" ? (own?.createdAt ?? opening) : opening;
    const { key, ...columns } = user;
    people.set(key, await buildUser({ ...columns, password, createdAt, updatedAt: createdAt }));
  }
  return people;
}

export function personIn(people: DemoPeople, key: string): UserRow {
  const person = people.get(key);
  if (!person) throw new Error(`demo-cases.json names ${key}, who is nobody`);
  return person;
}

/** Whom the sign-in offers, by role. */
export function offeredPeople(users: readonly DemoUser[], people: DemoPeople): KnownPerson[] {
  return users.slice(0, NAMED).map(({ key, firstName, lastName, role }) => ({
    key,
    name: `${firstName} ${lastName}`,
    role,
    id: personIn(people, key).id,
  }));
}

/** What is printed at each start and kept in the data directory. */
export function describeAccounts(users: readonly DemoUser[], outboxDirectory: string): string {
  const [named, others] = [users.slice(0, NAMED), users.slice(NAMED)];
  const lines = named.map(({ role, email }) => `  ${role.padEnd(12)}${email.padEnd(32)}`);
  return [
    "Accounts of the demonstration (role, e-mail, password):",
    "",
    ...lines.map((line) => `${line}${DEMO_PASSWORD}`),
    `  and ${others.length} more clients, ${others[0]?.email} to ${others.at(-1)?.email}, with the same password`,
    "",
    "A browser that signs in for the first time is asked for a code. The code is mailed, and every mail is a file in",
    `  ${outboxDirectory}`,
    "",
  ].join("\n");
}
