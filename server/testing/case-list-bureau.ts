/** A bureau for the tests of lists: cases of every kind, many alike, people of one name. */
import { caseListsApi, type CasePage, type CaseRow } from "contract/case-lists";
import { caseStatuses, caseStatusTexts } from "contract/case-status";
import type { ListedCase } from "contract/cases";
import { fold } from "contract/fold";
import { rewriteNames, searchKeys } from "#server/modules/cases/case-rows.jobs.ts";
import { foldNames } from "#server/modules/users/name-keys.jobs.ts";
import { buildAssignment, buildCase } from "./factories/cases.ts";
import { buildInvitation } from "./factories/invitations.ts";
import { buildAdmin, buildUser } from "./factories/users.ts";
import type { TestApp } from "./test-app.ts";
import type { TestClient } from "./test-client.ts";

export const listedTitles = [
  "Nadim family",
  "مُحمَّد Rahman",
  "Москва, O’Brien – 100%_sure\\",
  "ÉLÈVE Łukasz ٣",
  "Straße",
] as const;

export type ListBureau = {
  admin: TestClient;
  agent: TestClient;
  people: { zoe: number; namesake: number; agent: number; invited: number };
};

export async function buildListBureau(portal: TestApp, count: number): Promise<ListBureau> {
  const owner = await buildAdmin({ firstName: "Émile", lastName: "Owner" });
  const zoe = await buildUser({ firstName: "Zoë", lastName: "Sarr" });
  const namesake = await buildUser({ firstName: "zoe", lastName: "SARR" });
  const own = await buildUser({
    firstName: "",
    lastName: "",
    email: "bank@example.com",
    role: "agent",
  });
  const invited = await buildInvitation({ firstName: "Zoe", lastName: "Sarr" });
  const crowds = [[], [zoe], [namesake], [own], [zoe, own], [zoe, own, namesake, owner]];
  for (let index = 0; index < count; index += 1) {
    const caseFile = await buildCase({
      title: listedTitles[index % listedTitles.length] ?? "",
      caseId: `VU-2026-00${10 + index}`,
      status: caseStatuses[(index * 5) % 12] ?? "hold",
      numberOfApplicants: 1 + ((index * 3) % 10),
      citizenshipProgram: index % 3 === 0 ? "nauru" : "vanuatu",
      nationality: index % 2 === 0 ? "British" : "Emirati",
      createdBy: index % 4 === 0 ? owner.id : null,
      assignedTo: crowds[(index * 7) % crowds.length] ?? [],
      // Several at one moment.
      updatedAt: new Date(Date.UTC(2026, 0, 1 + (index % 9))).toISOString(),
    });
    if (index % 13 === 5) await buildAssignment(caseFile, { invitationId: invited.id });
  }
  await settleCaseRows();
  return {
    admin: await portal.as(owner),
    agent: await portal.as(own),
    people: { zoe: zoe.id, namesake: namesake.id, agent: own.id, invited: invited.id },
  };
}

/** What the jobs do. */
export async function settleCaseRows(): Promise<void> {
  await foldNames();
  await rewriteNames();
  await searchKeys.fill();
}

/** Every page, one after the other. */
export async function readAllPages(
  client: TestClient,
  query: Readonly<Record<string, string>>,
): Promise<CaseRow[]> {
  const rows: CaseRow[] = [];
  for (let after: string | null = ""; after !== null;) {
    const asked: Record<string, string> = { limit: "7", ...query };
    const page: CasePage = await client.call(caseListsApi.page, {
      query: after === "" ? asked : { ...asked, after },
    });
    if (page.next !== null && page.rows.length !== Number(asked["limit"]))
      throw new Error("A page that is not the last is not full");
    if ((page.next ?? "").length > 200) throw new Error("A cursor is too long");
    rows.push(...page.rows);
    after = page.next;
  }
  return rows;
}

export const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

/** As the dashboard has always searched, over folded texts: in each text alone. */
export function containsNeedle(file: ListedCase, needle: string): boolean {
  const wanted = fold(needle);
  const texts = [
    file.caseId,
    file.title,
    file.status,
    caseStatusTexts[file.status].label,
    file.nationality ?? "",
    file.createdBy === null ? "" : String(file.createdBy),
    file.createdByName ?? "",
    String(file.numberOfApplicants),
    ...file.assignedUsers.map(
      ({ firstName, lastName, email }) => `${firstName ?? ""} ${lastName ?? ""}`.trim() || email,
    ),
  ];
  return texts.some((text) => fold(text).includes(wanted));
}

export const someNeedles = [
  "nadim",
  "محمد",
  "مُحمَّد",
  "москва",
  "moskva",
  "o'brien - 100%_sure\\",
  "%",
  "_",
  "\\",
  "eleve lukasz 3",
  "STRASSE",
  "ß",
  "bank",
  "Due Diligence - FIU",
  "hold",
  "zoe",
  "Émile",
  "bank@example.com",
  "british",
  "10",
  "a",
  "  ",
  "14 nadim",
  "0014\nNadim",
  "nothing has this",
  "\u200F محمد",
  "😀",
] as const;
