/** Everybody who may meet a case: those it concerns, those it does not, and the bureau. */
import type { CaseRow } from "#server/database/tables/cases.ts";
import type { UserRow } from "#server/database/tables/users.ts";
import { buildCase, type CaseInput } from "./factories/cases.ts";
import { buildAdmin, buildUser } from "./factories/users.ts";
import type { TestApp } from "./test-app.ts";
import type { TestClient } from "./test-client.ts";

export type Actors = {
  caseFile: CaseRow;
  people: { admin: UserRow; client: UserRow; agent: UserRow };
  admin: TestClient;
  /** Assigned to the case. */
  client: TestClient;
  /** Assigned to the case. */
  agent: TestClient;
  accountant: TestClient;
  /** A client, an agent and the accountant whom nobody has assigned: for them the case does not exist. */
  strangers: TestClient[];
  nonAdmins: TestClient[];
  /** Not signed in. */
  visitor: TestClient;
};

export async function openActors(portal: TestApp, input: CaseInput = {}): Promise<Actors> {
  const people = {
    admin: await buildAdmin(),
    client: await buildUser({ firstName: "Clara", lastName: "Client" }),
    agent: await buildUser({ firstName: "Alan", lastName: "Agent", role: "agent" }),
  };
  const caseFile = await buildCase({
    createdBy: people.admin.id,
    assignedTo: [people.client, people.agent],
    ...input,
  });
  const client = await portal.as(people.client);
  const agent = await portal.as(people.agent);
  const accountant = await portal.as(await buildUser({ role: "accountant" }));
  const strangers = [
    await portal.as(await buildUser()),
    await portal.as(await buildUser({ role: "agent" })),
    accountant,
  ];
  return {
    caseFile,
    people,
    admin: await portal.as(people.admin),
    client,
    agent,
    accountant,
    strangers,
    nonAdmins: [client, agent, ...strangers],
    visitor: portal.visitor(),
  };
}
