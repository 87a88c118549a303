import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { api } from "contract/api";
import type { EndpointShape } from "contract/endpoint";
import { invoicesApi } from "contract/invoices";
import { hashPassword } from "#server/auth/passwords.ts";
import { runtime } from "#server/core/runtime.ts";
import { storedFiles } from "#server/database/tables/stored-files.ts";
import {
  AUTOMATION_KEY,
  buildPeople,
  openFixtures,
  type People,
} from "#testing/endpoint-fixtures.ts";
import type { Prepare } from "#testing/endpoint-recipe.ts";
import { recipes } from "#testing/endpoint-recipes.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { samplePdf } from "#testing/sample-files.ts";
import { hashCheaply, PASSWORD } from "#testing/sign-in.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { CallInput } from "#testing/test-client.ts";
import { caseFullMessages } from "./case-quota.ts";

let portal: TestApp;
let people: People;
beforeAll(async () => {
  hashCheaply();
  portal = await openTestApp({ settings: { AUTOMATION_KEY } });
  people = await buildPeople(await hashPassword(PASSWORD));
});
afterAll(() => portal.close());

const uploads = Object.entries(api).flatMap(([module, table]) =>
  Object.entries(table)
    .map(([verb, endpoint]) => ({
      name: `${module}.${verb}`,
      endpoint: endpoint as EndpointShape,
      prepare: (recipes as Record<string, Record<string, Prepare>>)[module]![verb]!,
    }))
    .filter(({ endpoint }) => endpoint.files && endpoint.subject),
);

/** Rows alone: what counts is what the table says. */
async function fill(caseId: number, files: number): Promise<void> {
  const rows = Array.from({ length: files }, (_, index) => ({
    name: `${caseId}-${index}.pdf`,
    storageKey: `${caseId}-${index}`,
    storageDriver: "local" as const,
    kind: "document" as const,
    caseId,
    mimeType: "application/pdf",
    size: 1,
    digest: "",
    wrappedKey: Buffer.alloc(0),
  }));
  await runtime.database.insert(storedFiles).values(rows);
}

describe("a full case", () => {
  it.each(uploads)(
    "takes no further file by $name",
    { tags: ["asvs-20", "asvs-50"] },
    async (upload) => {
      const { endpoint, prepare } = upload;
      const caller = endpoint.access === "automation" ? "automationKey" : "admin";
      const { client, caseFile, ...fixtures } = await openFixtures(portal, people, caller);
      const { body, fields, params } = await prepare({ client, caseFile, ...fixtures });
      await fill(caseFile.id, 499);
      const send = async () =>
        client.send(endpoint, {
          params,
          fields: fields ?? (body as Record<string, string> | undefined) ?? {},
          files: [{ field: "file", name: "last.pdf", bytes: await samplePdf() }],
        } as CallInput<EndpointShape>);
      const last = await send();
      expect(last.status, JSON.stringify(last.body)).toBe(201);
      const refusal = await send();
      expect(refusal.status).toBe(413);
      expect(refusal.body).toMatchObject({ message: caseFullMessages.files });
    },
  );

  it("takes no invoice from another case whose papers do not fit, and both stay as they were", async () => {
    const fixtures = await openFixtures(portal, people, "admin");
    const { client, caseFile } = fixtures;
    const { invoice } = await fixtures.invoiceFile();
    const target = await buildCase();
    await fill(target.id, 500);
    const move = { params: { id: invoice.id }, body: { caseId: target.id } };
    const refusal = await client.refused(413, invoicesApi.update, move);
    expect(refusal.message).toBe(caseFullMessages.files);
    const listed = await client.call(invoicesApi.listOfCase, {
      params: { caseId: caseFile.caseId },
    });
    expect(listed.map(({ id }) => id)).toEqual([invoice.id]);
  });
});
