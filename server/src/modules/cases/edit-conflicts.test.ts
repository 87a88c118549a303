import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { casesApi } from "contract/cases";
import { openActors } from "#testing/actors.ts";
import { caseRow, eventsOf } from "#testing/case-records.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

it.each(["nonsense", "", '"1", "2"', "W/*", "-1", "1.5"])(
  "an If-Match of %j is refused, and nothing is saved",
  async (said) => {
    const { caseFile, admin } = await openActors(portal);
    const input = { params: caseFile, body: { title: "Other" }, headers: { "if-match": said } };
    const refusal = await admin.refused(400, casesApi.update, input);
    expect(refusal.message).toBe("Invalid If-Match");
    const anyVersion = { ...input, headers: { "if-match": "*" } };
    expect((await admin.call(casesApi.update, anyVersion)).title).toBe("Other");
  },
);

describe("editing together", { tags: ["reliability-18"] }, () => {
  const editAs = (admin: TestClient, caseFile: { id: number }, edit: Edit) =>
    admin.send(casesApi.update, {
      params: caseFile,
      body: edit.body,
      headers: edit.basedOn === undefined ? {} : { "if-match": `"${edit.basedOn}"` },
    });
  type Edit = { body: Record<string, unknown>; basedOn?: number };

  it("never lets edits of different fields collide", async () => {
    const { caseFile, admin } = await openActors(portal);
    await admin.csrfToken();
    const edits: Edit[] = [
      { body: { title: "Together" }, basedOn: 1 },
      { body: { nationality: "French" }, basedOn: 1 },
      { body: { citizenshipFee: 1 }, basedOn: 1 },
      { body: { fiuFee: 2 }, basedOn: 1 },
    ];
    const answers = await Promise.all(edits.map((edit) => editAs(admin, caseFile, edit)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    expect(await caseRow(caseFile.id)).toMatchObject({
      title: "Together",
      nationality: "French",
      citizenshipFee: 1,
      fiuFee: 2,
      revision: 5,
    });
  });

  it("refuses the second edit of the same field, with the value saved meanwhile", async () => {
    const { caseFile, admin } = await openActors(portal);
    const first = { body: { title: "First", fiuFee: 1 }, basedOn: 1 };
    expect((await editAs(admin, caseFile, first)).status).toBe(200);
    const second = { body: { title: "Second", nationality: "French" }, basedOn: 1 };
    const refused = await editAs(admin, caseFile, second);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: "edit.conflict", current: { title: "First" } });
    expect(await caseRow(caseFile.id)).toMatchObject({ title: "First", nationality: "British" });
    const agreed = { body: { title: "First", nationality: "French" }, basedOn: 1 };
    expect((await editAs(admin, caseFile, agreed)).status).toBe(200);
  });

  it("lets exactly one of many edits of the same field through", async () => {
    const { caseFile, admin } = await openActors(portal);
    await admin.csrfToken();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        editAs(admin, caseFile, { body: { title: `Title ${index}` }, basedOn: 1 }),
      ),
    );
    const statuses = answers.map((answer) => answer.status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, 409, 409, 409, 409, 409, 409, 409, 409, 409]);
  });

  it("notices a status changed meanwhile", async () => {
    const { caseFile, admin } = await openActors(portal);
    await admin.call(casesApi.updateStatus, { params: caseFile, body: { status: "hold" } });
    const answer = await admin.send(casesApi.updateMeta, {
      params: caseFile,
      body: { title: caseFile.title, nationality: "British", status: "courier" },
      headers: { "if-match": '"1"' },
    });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ current: { status: "hold" } });
  });

  it("lets the last write win where no version is said, and keeps both in the activity", async () => {
    const { caseFile, admin } = await openActors(portal);
    await editAs(admin, caseFile, { body: { title: "First" } });
    await editAs(admin, caseFile, { body: { title: "Second" } });
    const changes = (await eventsOf(caseFile.id)).map((event) => event.metadata["title"]);
    expect(changes).toEqual([
      { from: "First", to: "Second" },
      { from: caseFile.title, to: "First" },
    ]);
  });
});
