/** A case with everybody who may be told of it, and what each was told. */
import { asc, eq } from "drizzle-orm";
import { commentsApi } from "contract/comments";
import { documentsApi } from "contract/documents";
import type { NotificationKind } from "contract/notifications";
import { reviewsApi } from "contract/reviews";
import { runtime } from "#server/core/runtime.ts";
import type { CaseRow } from "#server/database/tables/cases.ts";
import { type NotificationRow, notifications } from "#server/database/tables/notifications.ts";
import type { UserRow } from "#server/database/tables/users.ts";
import { buildCase, type CaseInput } from "./factories/cases.ts";
import { buildAdmin, buildUser } from "./factories/users.ts";
import { runDueJobs } from "./jobs.ts";
import { samplePdf } from "./sample-files.ts";
import type { TestApp } from "./test-app.ts";
import type { TestClient } from "./test-client.ts";

const assigned = ["client", "agent", "admin", "accountant", "flagged"] as const;
const unassigned = [
  "opener",
  "otherClient",
  "otherAgent",
  "otherAdmin",
  "otherAccountant",
  "disabledAgent",
  "disabledAdmin",
] as const;
export type Part = (typeof assigned)[number] | (typeof unassigned)[number];

export type Bureau = {
  people: Record<Part, UserRow>;
  as(part: Part): Promise<TestClient>;
  /** Opened by `opener`, with everybody assigned who is not called otherwise; the disabled agent is, too. */
  openCase(input?: CaseInput): Promise<CaseRow>;
};

/** One of each role with the case and one without it, an agent with the flag of admins, and two who are disabled. */
export async function openBureau(portal: TestApp): Promise<Bureau> {
  const disabledAt = "2026-01-01T00:00:00.000Z";
  const people: Record<Part, UserRow> = {
    client: await buildUser(),
    agent: await buildUser({ role: "agent" }),
    admin: await buildAdmin(),
    accountant: await buildUser({ role: "accountant" }),
    flagged: await buildUser({ role: "agent", isAdmin: true }),
    opener: await buildAdmin(),
    otherClient: await buildUser(),
    otherAgent: await buildUser({ role: "agent" }),
    otherAdmin: await buildAdmin(),
    otherAccountant: await buildUser({ role: "accountant" }),
    disabledAgent: await buildUser({ role: "agent", disabledAt }),
    disabledAdmin: await buildAdmin({ disabledAt }),
  };
  const browsers = new Map<Part, TestClient>();
  return {
    people,
    async as(part) {
      const browser = browsers.get(part) ?? (await portal.as(people[part]));
      browsers.set(part, browser);
      return browser;
    },
    openCase: (input = {}) =>
      buildCase({
        createdBy: people.opener.id,
        assignedTo: [...assigned, "disabledAgent" as const].map((part) => people[part]),
        ...input,
      }),
  };
}

/** What was told of a case until now, in the order of people and kinds. */
export async function toldOf(caseFile: { id: number }): Promise<NotificationRow[]> {
  await runDueJobs("notifications.tell");
  return runtime.database
    .select()
    .from(notifications)
    .where(eq(notifications.caseId, caseFile.id))
    .orderBy(asc(notifications.id));
}

export async function toldTo(
  caseFile: { id: number },
  person: { id: number },
): Promise<NotificationRow[]> {
  return (await toldOf(caseFile)).filter(({ userId }) => userId === person.id);
}

/** Who was told of a kind, by their parts. */
export async function partsTold(
  { people }: Bureau,
  caseFile: { id: number },
  kind: NotificationKind,
): Promise<Part[]> {
  const rows = (await toldOf(caseFile)).filter((row) => row.kind === kind);
  const parts = Object.keys(people) as Part[];
  return parts.filter((part) => rows.some(({ userId }) => userId === people[part].id)).toSorted();
}

export async function write(browser: TestClient, caseFile: { id: number }): Promise<number> {
  const { id } = await browser.call(commentsApi.create, {
    params: { id: caseFile.id },
    body: { message: "Is there any news?" },
  });
  return id;
}

/** As if a while had passed since. */
export async function makeOlder(row: { id: number }, lastAt: Date): Promise<void> {
  await runtime.database
    .update(notifications)
    .set({ lastAt: lastAt.toISOString() })
    .where(eq(notifications.id, row.id));
}

export async function uploadBy(browser: TestClient, caseId: number, names = ["scan.pdf"]) {
  const bytes = await samplePdf();
  const documents = await browser.call(documentsApi.upload, {
    params: { id: caseId },
    files: names.map((name) => ({ field: "files", name, bytes })),
    fields: { category: "cv" },
  });
  return documents.map(({ id }) => id);
}

export async function reviewBy(
  browser: TestClient,
  id: number,
  decision: "accepted" | "changes_requested" | "reopened",
) {
  const said = decision === "changes_requested" ? { reasonCode: "other", publicText: "All." } : {};
  const body = { decision, withoutDate: true, ...said };
  return (await browser.call(reviewsApi.create, { params: { id }, body })).review.id;
}
