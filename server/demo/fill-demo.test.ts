import { existsSync } from "node:fs";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inArray } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { casesApi } from "contract/cases";
import { checklistApi, type ChecklistItem } from "contract/checklist";
import { commentsApi } from "contract/comments";
import { documentsApi } from "contract/documents";
import { dossiersApi } from "contract/dossiers";
import { homesApi } from "contract/homes";
import { invoicesApi } from "contract/invoices";
import { notificationsApi } from "contract/notifications";
import { type PassportReading, readingsApi } from "contract/readings";
import { samplesApi } from "contract/samples";
import { sessionApi } from "contract/session";
import { runtime } from "#server/core/runtime.ts";
import { bureau } from "#server/database/tables/bureau.ts";
import { documents } from "#server/database/tables/documents.ts";
import { readings } from "#server/database/tables/readings.ts";
import { users } from "#server/database/tables/users.ts";
import { checklistOf } from "#server/modules/checklist/checklist-of.ts";
import { readDocument } from "#server/modules/readings/read-document.ts";
import { passportReader } from "#server/modules/readings/the-reader.ts";
import { FAMILIES_DAY } from "#testing/factories/families.ts";
import { buildAdmin } from "#testing/factories/users.ts";
import { verifiedZip } from "#testing/families-with-papers.ts";
import { familyOf } from "#testing/families.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";
import { ownerAddress } from "#testing/test-database.ts";
import { DEMO_PASSWORD } from "./demo-accounts.ts";
import { fillDemo } from "./fill-demo.ts";

/** More than a hundred papers are drawn. */
const FILLING_MS = 240_000;

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
  portal.clock.set(FAMILIES_DAY);
  await buildAdmin({ email: "somebody@example.com" });
});
afterAll(() => portal.close());

async function signInAs(email: string): Promise<TestClient> {
  const person = (await runtime.database.select().from(users)).find((row) => row.email === email);
  if (!person) throw new Error(`There is no ${email}`);
  return portal.as(person);
}

/** As the portal does when it starts. */
async function readPassports() {
  const ids = await runtime.database.select({ id: readings.documentId }).from(readings);
  for (const { id } of ids) await readDocument(id);
  await passportReader.close();
  const read = await runtime.database
    .select()
    .from(documents)
    .where(
      inArray(
        documents.id,
        ids.map(({ id }) => id),
      ),
    );
  return { agent: await signInAs("leila.admin@bureau.example"), read };
}

function stateOf({ category, country, label, state, reason, dueOn }: ChecklistItem) {
  return { category, country, label, state, reason, dueOn };
}

describe("filling a portal with the demonstration", () => {
  it("refuses a portal in which somebody is registered", async () => {
    await expect(fillDemo(ownerAddress())).rejects.toThrow(
      `${runtime.config.dataDirectory} holds a portal that is in use: set DATA_DIR to an empty directory for the demonstration.`,
    );
  });

  it(
    "starts afresh over the remains of a filling that was broken off",
    async () => {
      await writeFile(join(runtime.config.dataDirectory, "demo-filling"), "");
      await fillDemo(ownerAddress());
      const emails = (await runtime.database.select().from(users)).map((row) => row.email);
      expect(emails).toHaveLength(31);
      expect(emails).not.toContain("somebody@example.com");
      expect(await runtime.database.select().from(bureau)).toHaveLength(1);
      expect(existsSync(join(runtime.config.dataDirectory, "demo-filling"))).toBe(false);
    },
    FILLING_MS,
  );

  it("writes down who may sign in, for nobody else on the machine, and the password fits", async () => {
    const file = join(runtime.config.dataDirectory, "demo-accounts.txt");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const accounts = await readFile(file, "utf8");
    const email = "priya.accounts@bureau.example";
    expect(accounts).toMatch(new RegExp(`accountant +${email} +${DEMO_PASSWORD}`));
    expect(accounts).toContain(runtime.config.mail.outboxDirectory);
    const answer = await portal.visitor().call(sessionApi.login, {
      body: { email, password: DEMO_PASSWORD },
      headers: { "x-device-hash": "abcdefghijklm" },
    });
    expect(answer.requiresOtp).toBe(true);
  });

  it("gives each case its papers, every one of which opens", async () => {
    const admin = await signInAs("leila.admin@bureau.example");
    const listed = await admin.call(casesApi.list);
    const counts: Record<string, number> = {};
    for (const { caseId } of listed) {
      const { documents } = await admin.call(casesApi.get, { params: { caseId } });
      counts[caseId] = documents.length;
      for (const { id } of documents) {
        const answer = await admin.send(documentsApi.view, { params: { id } });
        expect(answer.status).toBe(200);
      }
    }
    expect(counts).toMatchObject({ "VU-2026-0014": 45, "VU-2026-0006": 60, "NR-2026-0003": 7 });
    expect(Object.keys(counts).length).toBeGreaterThanOrEqual(24);
    expect(Object.values(counts)).not.toContain(0);
  });

  it("shows a client his own family, what he has to pay and one new message", async () => {
    const client = await signInAs("nadim@client.example");
    const [own, ...others] = await client.call(casesApi.list);
    expect(others).toEqual([]);
    expect(own).toMatchObject({ caseId: "VU-2026-0014", unreadCount: 1 });
    const params = { caseId: "VU-2026-0014" };
    const { documents } = await client.call(casesApi.get, { params });
    expect(documents).toHaveLength(44);
    const invoices = await client.call(invoicesApi.listOfCase, { params });
    expect(
      invoices.map(({ invoiceId, status, otherFiles }) => [invoiceId, status, otherFiles.length]),
    ).toEqual([
      ["AO-2026-0008", "Sent", 0],
      ["S2-2026-0019", "Paid by client", 2],
    ]);
    const comments = await client.call(commentsApi.listByCaseCode, { params });
    const attached = comments.map((comment) => comment.attachmentOriginalName).filter(Boolean);
    expect(attached).toEqual(["Transfer advice part 1.pdf"]);
  });

  it(
    "has worked on the checklists of three families, which show all nine states",
    { tags: ["W-CHK-084"] },
    async () => {
      const admin = await signInAs("leila.admin@bureau.example");
      const listed = await admin.call(casesApi.list);
      const seen = new Set<string>();
      const figures = {
        "VU-2026-0014": [41, 45],
        "VU-2026-0006": [47, 47],
        "NR-2026-0003": [5, 7],
      };
      for (const [caseId, [done, total]] of Object.entries(figures)) {
        const { items, others } = await admin.call(checklistApi.getByCaseCode, {
          params: { caseId },
        });
        const expected = checklistOf(familyOf(caseId));
        expect(items.map(stateOf), caseId).toEqual(expected.items.map(stateOf));
        expect(others.map(({ reason }) => reason)).toEqual(
          expected.others.map(({ reason }) => reason),
        );
        for (const { state } of items) seen.add(state);
        expect(listed.find((each) => each.caseId === caseId)?.readiness).toMatchObject({
          done,
          total,
        });
      }
      expect(seen.size).toBe(9);
    },
  );

  it("asks for nothing more where a case is complete", async () => {
    const admin = await signInAs("leila.admin@bureau.example");
    const listed = await admin.call(casesApi.list);
    const complete = listed.filter(({ status }) => status === "citizen");
    expect(complete.map(({ readiness }) => readiness?.percent)).toEqual([100, 100, 100]);
  });

  it(
    "shows the home of a client who has to change, to send, is late or waits, with a range and without",
    { tags: ["W-HOM-021"] },
    async () => {
      const told: Record<string, [state: string, hasRange: boolean]> = {
        "VU-2026-0014 nadim": ["change", true],
        "VU-2026-0006 lin": ["upload", false],
        "NR-2026-0003 timur": ["overdue", false],
        "NR-2026-0023 family4": ["waiting", true],
      };
      for (const [whose, expected] of Object.entries(told)) {
        const [caseId = "", name = ""] = whose.split(" ");
        const client = await signInAs(`${name}@client.example`);
        const { state, range } = await client.call(homesApi.get, { params: { caseId } });
        expect([state, range !== null], whose).toEqual(expected);
      }
    },
  );

  it("has told everybody of something that he has not seen yet", async () => {
    for (const person of await runtime.database.select().from(users)) {
      const browser = await portal.as(person);
      const { items } = await browser.call(notificationsApi.list);
      expect(items.filter(({ readAt }) => readAt === null).length, person.email).toBeGreaterThan(0);
      expect(items.filter(({ actor }) => actor?.id === person.id)).toEqual([]);
    }
    const client = await signInAs("nadim@client.example");
    expect((await client.call(notificationsApi.list)).items[0]).toMatchObject({
      kind: "message",
      case: { caseId: "VU-2026-0014" },
      unreadMessages: 1,
    });
  });

  it("has passports that can be read: alike, turned, open, and somebody else's", async () => {
    const { agent, read } = await readPassports();
    const told = new Map<string, PassportReading>();
    for (const { id, caseId, originalName, assignedTo } of read) {
      const answer = await agent.call(readingsApi.get, { params: { id } });
      expect([answer.state, answer.fields.map(({ mark }) => mark)]).toEqual([
        "read",
        expect.not.arrayContaining(["doubtful"]),
      ]);
      told.set(`${caseId} ${assignedTo} ${originalName}`, answer);
    }
    const all = [...told.values()];
    const ofName = (name: string) =>
      all.find(({ fields: [field] }) => field?.value === name) ?? Promise.reject(new Error(name));
    const nadim = await ofName("SARROUF, NADIM");
    expect(nadim.warnings).toEqual([]);
    const compared = nadim.fields.flatMap((field) => field.compared ?? []);
    expect(new Set(compared)).toEqual(new Set(["same"]));
    expect((await ofName("RIMA, SARROUF")).fields[0]?.compared).toBe("order");
    const { fields } = await ofName("WU, GUIZHEN");
    const guizhen = fields.find(({ name }) => name === "passportNumber");
    expect([guizhen?.compared, guizhen?.verdict]).toEqual(["empty", "open"]);
    const wrong = all
      .flatMap(({ warnings }) => warnings)
      .find(({ code }) => code === "wrong_person");
    expect(wrong?.text).toBe("This looks like the passport of Farid Qasimour.");
  });

  it(
    "has built dossiers: one handed in, an answer with what is new, and all three kinds of another family",
    { tags: ["W-DOS-057"] },
    async () => {
      const admin = await signInAs("leila.admin@bureau.example");
      const dossiersOf = async (caseId: string) =>
        (await admin.call(dossiersApi.listByCaseCode, { params: { caseId } })).toReversed();
      const [fiu, answer, ...more] = await dossiersOf("VU-2026-0014");
      expect(more).toEqual([]);
      expect(fiu).toMatchObject({
        number: 1,
        title: "FIU, first stage",
        state: "built",
        handedInOn: "2026-08-20",
        authorityReference: "FIU/26/0417",
      });
      expect(answer).toMatchObject({ number: 2, title: "Answer to a request", state: "built" });
      const { entries } = await admin.call(dossiersApi.difference, {
        params: { id: answer!.id },
        query: { from: String(fiu!.id) },
      });
      const changes = entries.filter(({ change }) => change !== "same");
      expect(changes.map(({ change }) => change).toSorted()).toEqual(["new", "replaced"]);
      const naturalised = await dossiersOf("VU-2026-0006");
      expect(naturalised.map(({ kind, state }) => [kind, state])).toEqual(
        ["fiu", "citizenship", "passport"].map((kind) => [kind, "built"]),
      );
      expect(await dossiersOf("NR-2026-0003")).toEqual([]);
      const nauru = await admin.call(casesApi.get, { params: { caseId: "NR-2026-0003" } });
      const { id } = nauru.case;
      const plan = await admin.call(dossiersApi.plan, { params: { id }, query: { kind: "fiu" } });
      expect(plan.missing).toHaveLength(2);
      for (const dossier of [fiu!, answer!, ...naturalised]) await verifiedZip(admin, dossier.id);
    },
  );

  it("has samples for both programs", async () => {
    const accountant = await signInAs("priya.accounts@bureau.example");
    for (const program of ["vanuatu", "nauru"] as const) {
      const samples = await accountant.call(samplesApi.list, { query: { program } });
      expect(new Set(samples.map((sample) => sample.category))).toEqual(
        new Set(["application-forms", "stage-1", "stage-2"]),
      );
    }
  });
});
