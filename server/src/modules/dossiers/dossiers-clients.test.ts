/** To a client there are no dossiers: neither calls about them, nor a word of them in what he is told. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { applicantsApi } from "contract/applicants";
import { caseExportsApi } from "contract/case-exports";
import { documentsApi } from "contract/documents";
import { dossiersApi } from "contract/dossiers";
import type { EndpointShape } from "contract/endpoint";
import { readingsApi } from "contract/readings";
import type { DocumentRow } from "#server/database/tables/documents.ts";
import {
  type Fixtures,
  openFixtures,
  openForEverybody,
  type People,
} from "#testing/endpoint-fixtures.ts";
import { enrolledEndpoints, sendEnrolled } from "#testing/enrolled-endpoints.ts";
import { buildDossier, buildDossierDocument } from "#testing/factories/dossiers.ts";
import type { TestApp } from "#testing/test-app.ts";
import { unzip } from "#testing/unzip.ts";

let portal: TestApp;
let people: People;
let client: Fixtures;
let paper: DocumentRow;
let dossierId: number;
/** His paper stands in a dossier that was looked at, handed in, and taken home as a ZIP. */
beforeAll(async () => {
  ({ portal, people } = await openForEverybody());
  client = await openFixtures(portal, people, "clientAssigned");
  paper = await client.document();
  ({ id: dossierId } = await buildDossier({
    caseId: client.caseFile.id,
    title: "Dossier of the authority",
  }));
  await buildDossierDocument({ dossierId, documentId: paper.id });
  const agent = await portal.as(people.agentAssigned!);
  const params = { id: dossierId };
  await agent.call(dossiersApi.viewFile, { params: { ...params, position: 1 } });
  await agent.call(dossiersApi.update, { params, body: { handedInOn: "2026-01-15" } });
});
afterAll(() => portal.close());

const ofDossiers = Object.entries(dossiersApi);
const ofPassports = [...Object.entries(readingsApi), ["passport", applicantsApi.passport] as const];

describe("a client is refused", () => {
  it.each([...ofDossiers, ...ofPassports] as [string, EndpointShape][])(
    "%s",
    { tags: ["W-DOS-009"] },
    async (_name, endpoint) => {
      const { id: applicantId } = await client.applicant();
      const ids: Record<string, number> = {
        case: client.caseFile.id,
        dossier: dossierId,
        document: paper.id,
        applicant: applicantId,
      };
      const { caseId } = client.caseFile;
      const id = ids[String(endpoint.subject)] ?? 0;
      const params = { id, caseId, position: 1, field: "name" };
      const { status, body } = await client.client.send(endpoint, { params } as never);
      expect([status, (body as { message: string }).message]).toEqual([
        403,
        "Staff access required",
      ]);
    },
  );
});

const readable = enrolledEndpoints.filter(
  ({ name, endpoint: { method, response } }) =>
    method === "GET" && typeof response === "object" && name !== "operations.getOpenApi",
);

async function answersTo(fixtures: Fixtures) {
  const answers: { name: string; text: string }[] = [];
  for (const enrolled of readable) {
    const { status, body } = await sendEnrolled(fixtures, enrolled);
    if (status === 200) answers.push({ name: enrolled.name, text: JSON.stringify(body) });
  }
  return answers;
}

it(
  "no answer to a client mentions a dossier, and those of his adviser do",
  { tags: ["W-DOS-009"] },
  async () => {
    const mentions = ({ text }: { text: string }) => /dossier/i.test(text);
    const answers = await answersTo(client);
    expect(answers.length).toBeGreaterThan(30);
    expect(answers.filter(mentions)).toEqual([]);
    const agent = { ...client, client: await portal.as(people.agentAssigned!) };
    const told = (await answersTo(agent)).filter(mentions);
    expect(told.map(({ name }) => name)).toContain("dossiers.list");
  },
);

it(
  "his own paper and his case as a ZIP say that staff have opened it, and nothing of why",
  { tags: ["W-DOS-009"] },
  async () => {
    const openings = await client.client.call(documentsApi.listAccessLog, {
      params: { id: paper.id },
    });
    expect(openings.map(({ way }) => way)).toEqual(["archive"]);
    const { caseId } = client.caseFile;
    const agent = await portal.as(people.agentAssigned!);
    const answer = await agent.send(caseExportsApi.download, {
      params: { caseId },
      query: { audience: "client" },
    });
    const members = await unzip(answer.bytes);
    expect(members.size).toBeGreaterThan(1);
    for (const [name, content] of members)
      expect(`${name} ${content.toString("latin1")}`, name).not.toMatch(/dossier/i);
  },
);
