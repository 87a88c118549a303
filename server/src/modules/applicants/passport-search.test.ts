import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { applicantsApi } from "contract/applicants";
import { openActors } from "#testing/actors.ts";
import { buildApplicant } from "#testing/factories/applicants.ts";
import { idsOf, search } from "#testing/search.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

describe("the number of a passport in the search", () => {
  it(
    "finds its person for staff who see the case, whole alone, and nobody for others",
    { tags: ["W-PAS-022"] },
    async () => {
      const { agent, admin, client, strangers, caseFile } = await openActors(portal);
      const fullName = "Nadim Sarrouf";
      const { id } = await buildApplicant({ caseId: caseFile.id, fullName });
      await agent.call(applicantsApi.update, {
        params: { id },
        body: { fullName, passportNumber: "LR0012345" },
      });
      const found = async (who: TestClient, typed: string) =>
        idsOf(await search(who, typed), "person");
      for (const who of [agent, admin])
        for (const typed of ["LR0012345", " lr 0012-345 "])
          expect(await found(who, typed), typed).toEqual([id]);
      for (const part of ["LR001234", "0012345", "R0012345", "LR00123456"])
        expect(await found(admin, part), part).toEqual([]);
      for (const who of [client, ...strangers]) expect(await found(who, "LR0012345")).toEqual([]);
      const answer = await search(agent, "LR0012345");
      expect(answer.kinds[0]?.kind).toBe("person");
      expect(JSON.stringify(answer)).not.toContain("LR0012345");
    },
  );
});
