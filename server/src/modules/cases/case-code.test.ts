import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { casesApi } from "contract/cases";
import { openActors } from "#testing/actors.ts";
import { caseRow, eventsOf } from "#testing/case-records.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { listenToNotices } from "#testing/notices.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

describe("the code of a case", () => {
  it(
    "changes by number and by code; numbers stay valid, the old code is gone",
    { tags: ["C-DLG-044..045", "S-22", "D-041"] },
    async () => {
      const { caseFile, admin, client } = await openActors(portal);
      const first = `NEW ${caseFile.caseId}`;
      const changed = await admin.call(casesApi.updateCode, {
        params: caseFile,
        body: { caseId: ` ${first} ` },
      });
      expect(changed).toMatchObject({ id: caseFile.id, caseId: first });
      await client.refused(404, casesApi.get, { params: { caseId: caseFile.caseId } });
      const second = `NEWER ${caseFile.caseId}`;
      await admin.call(casesApi.updateCodeByCaseCode, {
        params: { caseId: first },
        body: { caseId: second },
      });
      expect((await client.call(casesApi.get, { params: { caseId: second } })).case.id).toBe(
        caseFile.id,
      );
      expect(await eventsOf(caseFile.id)).toMatchObject([
        { action: "update", metadata: { caseId: { from: first, to: second } } },
        { action: "update", metadata: { caseId: { from: caseFile.caseId, to: first } } },
      ]);
    },
  );

  it("tells screens that are open under the old code", async () => {
    const { caseFile, admin } = await openActors(portal);
    const heard = await listenToNotices();
    await admin.call(casesApi.updateCode, {
      params: caseFile,
      body: { caseId: `NEW ${caseFile.caseId}` },
    });
    await expect
      .poll(() => heard.notices.flatMap((notice) => ("keys" in notice ? notice.keys : [])))
      .toEqual(
        expect.arrayContaining([
          `/api/cases/by-case-id/${caseFile.caseId}`,
          `/api/cases/by-case-id/${caseFile.caseId}/*`,
          `/api/cases/by-case-id/${encodeURIComponent(`NEW ${caseFile.caseId}`)}`,
        ]),
      );
    heard.stop();
  });

  it("may change its letters only", async () => {
    const { caseFile, admin } = await openActors(portal);
    const caseId = caseFile.caseId.toLowerCase();
    const changed = await admin.call(casesApi.updateCode, { params: caseFile, body: { caseId } });
    expect(changed.caseId).toBe(caseId);
  });

  it("is refused when another case has it, whatever the letters", { tags: ["D-040"] }, async () => {
    const { caseFile, admin } = await openActors(portal);
    const other = await buildCase();
    const caseId = other.caseId.toLowerCase();
    const refusal = await admin.refused(409, casesApi.updateCode, {
      params: caseFile,
      body: { caseId },
    });
    expect(refusal.message).toBe("Case ID already exists");
    expect((await caseRow(caseFile.id)).caseId).toBe(caseFile.caseId);
  });

  it.each([
    ["  ", "Case ID cannot be empty"],
    [undefined, "Case ID cannot be empty"],
    ["2026", "Case ID may only contain letters, numbers, spaces and . _ -"],
    ["A/1", "Case ID may only contain letters, numbers, spaces and . _ -"],
    ["..", "Case ID may only contain letters, numbers, spaces and . _ -"],
    ["- _", "Case ID may only contain letters, numbers, spaces and . _ -"],
    ["Ä-1", "Case ID may only contain letters, numbers, spaces and . _ -"],
    ["VU-١٢", "Case ID may only contain letters, numbers, spaces and . _ -"],
    ["２０２６", "Case ID may only contain letters, numbers, spaces and . _ -"],
    ["A".repeat(51), "Case ID must be at most 50 characters"],
  ])("refuses %o", { tags: ["D-040", "D-042", "D-186"] }, async (caseId, message) => {
    const { caseFile, admin } = await openActors(portal);
    const refusal = await admin.refused(400, casesApi.updateCode, {
      params: caseFile,
      rawBody: { caseId },
    });
    expect(refusal.message).toBe(message);
  });

  it("goes to one of many cases that want it at once", async () => {
    const { admin } = await openActors(portal);
    const wanting = await Promise.all(Array.from({ length: 8 }, () => buildCase()));
    const statuses = await Promise.all(
      wanting.map(async (caseFile) => {
        const body = { caseId: `WANTED ${wanting[0]?.id}` };
        return (await admin.send(casesApi.updateCode, { params: caseFile, body })).status;
      }),
    );
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
  });
});
