import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { casesApi } from "contract/cases";
import { searchApi, type SearchKind } from "contract/search";
import { searchKeys } from "#server/modules/cases/case-rows.jobs.ts";
import { type Actors, openActors } from "#testing/actors.ts";
import { buildApplicant } from "#testing/factories/applicants.ts";
import { buildComment } from "#testing/factories/comments.ts";
import { buildDocument } from "#testing/factories/documents.ts";
import { buildInvoice } from "#testing/factories/invoices.ts";
import { uniqueSuffix } from "#testing/factories/unique.ts";
import { hitsOf, idsFound, idsOf, search } from "#testing/search.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";
import { fillSearch } from "./search.jobs.ts";

const { find } = searchApi;

let portal: TestApp;
let actors: Actors;
const logged: string[] = [];
beforeAll(async () => {
  portal = await openTestApp({
    settings: { LOG_LEVEL: "trace" },
    logTo: { write: (line) => void logged.push(line) },
  });
  actors = await openActors(portal, { title: "Family Sarrouf", caseId: "VU-2026-0014" });
});
afterAll(() => portal.close());

describe("what is found", () => {
  it(
    "has words that begin with every word of the needle, in any order",
    { tags: ["W-FND-001"] },
    async () => {
      const { id } = await buildApplicant({ fullName: "Amélie مُحمَّد Sarrouf-Łukas" });
      await fillSearch();
      for (const q of ["amelie", "SARR ame", "łuk محم", "sarrouf-lukas", "lukas amel sarr", "محمد"])
        expect(await idsFound(actors.admin, q, "person"), q).toContain(id);
      for (const q of ["melie", "amelie x", "rouf", "amelies", "moh"])
        expect(await idsFound(actors.admin, q, "person"), q).not.toContain(id);
    },
  );

  it("is, of cases, whatever contains every word, or stands in a status so called", async () => {
    const title = `Nasarrini ${uniqueSuffix()}`;
    const { id } = await actors.admin.call(casesApi.create, {
      body: { title, nationality: "Emirati", citizenshipProgram: "nauru", gender: "Mr." },
    });
    for (const q of ["sarrin", "emir sarrin", "sarrin onboard", "sarrin 2026"])
      expect(await idsFound(actors.admin, q, "case"), q).toContain(id);
    for (const q of ["sarrin courier", "sarrin emirx", "%", "s_rrin"])
      expect(await idsFound(actors.admin, q, "case"), q).not.toContain(id);
    expect(await idsFound(actors.client, "sarrin", "case")).toEqual([]);
    const [hit] = hitsOf(await search(actors.admin, "sarrin"), "case");
    expect(hit).toMatchObject({ title, detail: "Onboarding", marks: [[2, 8]] });
    await searchKeys.fill();
    expect((await search(actors.client, " vu-2026-0014 ")).kinds[0]?.kind).toBe("case");
    expect(await idsFound(actors.client, "vu-2026-0014", "case")).toEqual([actors.caseFile.id]);
  });

  it("is found by name, kind and person of a document, by text and attachment of a message", async () => {
    const { id: caseId } = actors.caseFile;
    const person = await buildApplicant({ caseId, fullName: "Zelda Quist", position: 3 });
    const paper = await buildDocument({
      caseId,
      originalName: "IMG-4711.jpg",
      category: "birth",
      assignedTo: person.id,
    });
    const message = await buildComment({
      caseId,
      message: `${"Long. ".repeat(60)} The quarterly statement came`,
      attachmentOriginalName: "Frühling.pdf",
    });
    await fillSearch();
    for (const q of ["4711", "birth cert", "zelda img"])
      expect(await idsFound(actors.admin, q, "document"), q).toEqual([paper.id]);
    const [inText] = hitsOf(await search(actors.admin, "quarterly"), "message");
    expect(inText?.id).toBe(message.id);
    expect(inText?.title.length).toBeLessThanOrEqual(120);
    expect(inText?.marks.map(([from, to]) => inText.title.slice(from, to))).toEqual(["quarterly"]);
    const [inName] = hitsOf(await search(actors.admin, "fruhl"), "message");
    expect(inName).toMatchObject({ title: "Frühling.pdf", marks: [[0, 5]] });
  });

  it("leads to its place on the screens of whoever asks", async () => {
    const invoice = await buildInvoice({ caseId: actors.caseFile.id, invoiceId: "S1-2026-7001" });
    const paper = await buildDocument({
      caseId: actors.caseFile.id,
      originalName: "Linked.pdf",
      category: "asset",
    });
    await fillSearch();
    const link = async (client: TestClient, q: string, kind: SearchKind) =>
      hitsOf(await search(client, q), kind)[0]?.link;
    expect(await link(actors.admin, "s1-2026-7001", "invoice")).toBe("/invoices?q=S1-2026-7001");
    expect(await link(actors.accountant, "s1-2026-7001", "invoice")).toBe(
      "/accountant-invoices?q=S1-2026-7001",
    );
    expect(await link(actors.client, "s1-2026-7001", "invoice")).toBe(
      "/case/VU-2026-0014?tab=invoices&invoice=S1-2026-7001",
    );
    expect(await link(actors.agent, "linked", "document")).toBe(
      `/case/VU-2026-0014?tab=stage2&document=${paper.id}`,
    );
    const { id } = actors.people.agent;
    expect(await link(actors.admin, "alan", "user")).toBe(`/users?user=${id}`);
    expect(await link(actors.client, "alan", "user")).toBe("/case/VU-2026-0014");
    expect(hitsOf(await search(actors.admin, "s1-2026-7001"), "invoice")[0]).toMatchObject({
      id: invoice.id,
      caseId: "VU-2026-0014",
      caseTitle: "Family Sarrouf",
    });
  });

  it("shows the newest, as many as asked for, and says that there are more", async () => {
    const name = `Many${uniqueSuffix()}`;
    const people = [];
    for (let made = 0; made < 8; made += 1) people.push(await buildApplicant({ fullName: name }));
    await fillSearch();
    const [found] = (await search(actors.admin, name, { kind: "person" })).kinds;
    expect(found).toMatchObject({ more: true, late: false });
    const newest = people.map(({ id }) => id).toReversed();
    expect(found?.hits.map(({ id }) => id)).toEqual(newest.slice(0, 5));
    const all = await search(actors.admin, name, { kind: "person", limit: "30" });
    expect(idsOf(all, "person")).toEqual(newest);
    expect(all.kinds[0]?.more).toBe(false);
    await actors.admin.refused(400, find, { query: { q: name, limit: "31" } });
    await actors.admin.refused(400, find, { query: { q: name, kind: "note" as "case" } });
  });

  it(
    "puts the kind whose whole code was typed first, and whole words before beginnings",
    { tags: ["W-FND-010"] },
    async () => {
      const code = `S2-2026-${uniqueSuffix()}`;
      await buildInvoice({ caseId: actors.caseFile.id, invoiceId: code });
      await buildApplicant({ fullName: `Somebody ${code}` });
      const whole = await buildApplicant({ fullName: "The Gandria" });
      const begun = await buildApplicant({ fullName: "Somebody Gandriano" });
      const first = await buildApplicant({ fullName: "Gandrianus" });
      await buildApplicant({ fullName: "Nobody" });
      await fillSearch();
      expect((await search(actors.admin, ` ${code.toUpperCase()} `)).kinds[0]?.kind).toBe(
        "invoice",
      );
      expect((await search(actors.admin, "somebody")).kinds[0]?.kind).not.toBe("invoice");
      expect(await idsFound(actors.admin, "gandria", "person")).toEqual([
        first.id,
        whole.id,
        begun.id,
      ]);
    },
  );
});

describe("a needle", () => {
  it.each([{}, { q: "" }, { q: "   " }, { q: "\u200E\u0640" }, { q: "\n\t" }])(
    "of nothing is refused with a sentence: %j",
    { tags: ["W-FND-013"] },
    async (query) => {
      const refused = await actors.client.refused(400, find, { query: query as { q: string } });
      expect(refused.message).toBe("Type something to search for");
    },
  );

  it("may have two hundred characters, and no more", async () => {
    await search(actors.admin, "x".repeat(200));
    await search(actors.admin, "ش".repeat(200));
    const refused = await actors.admin.refused(400, find, { query: { q: "x".repeat(201) } });
    expect(refused.message).toBe("Must be at most 200 characters");
  });

  it("means its signs as they are", { tags: ["W-FND-013"] }, async () => {
    const odd = await buildApplicant({ fullName: `O'Neil & "Sons": 100%_\\ !*` });
    await buildApplicant({ fullName: "Oxneil Sons 1000" });
    await fillSearch();
    for (const q of ["o'neil", '"sons":', "100%_\\", "o'neil & !*", "O’Neil"])
      expect(await idsFound(actors.admin, q, "person"), q).toEqual([odd.id]);
  });

  it("is never a fault of the server, whatever it is", { tags: ["W-FND-013"] }, async () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", minLength: 1, maxLength: 60 }),
      fc.string({
        unit: fc.constantFrom(
          "'",
          "\\",
          "&",
          "!",
          ":",
          "*",
          "(",
          '"',
          "|",
          "<",
          "%",
          "_",
          "\0",
          " ",
          "a",
          "م",
        ),
      }),
    );
    await fc.assert(
      fc.asyncProperty(text, async (q) => {
        const { status } = await actors.client.send(find, { query: { q } });
        expect([200, 400]).toContain(status);
      }),
      { numRuns: 150 },
    );
  });

  it(
    "of single letters asks cases alone, and beside a word narrows it; a ninth word changes nothing",
    { tags: ["W-FND-024"] },
    async () => {
      const both = await buildApplicant({ fullName: "Quenby Aalto" });
      const one = await buildApplicant({ fullName: "Quenby Zell" });
      await fillSearch();
      for (const q of ["a", "a b", "م"]) {
        const { kinds } = await search(actors.admin, q);
        expect(kinds.filter(({ kind }) => kind !== "case")).toEqual([]);
      }
      expect(await idsFound(actors.admin, "a quenby", "person")).toEqual([both.id]);
      expect(await idsFound(actors.admin, "quenby", "person")).toEqual([one.id, both.id]);
      const eight = "q qu que quen quenb quenby z ze";
      expect(await idsFound(actors.admin, eight, "person")).toEqual([one.id]);
      expect(await idsFound(actors.admin, `${eight} nothing`, "person")).toEqual([one.id]);
    },
  );

  it("stands in no line of the log", { tags: ["W-FND-017"] }, async () => {
    logged.length = 0;
    const canary = `canary${uniqueSuffix()}`;
    await search(actors.admin, canary);
    await actors.admin.send(find, { query: { q: `${canary} ${"x".repeat(200)}` } });
    await portal.visitor().send(find, { query: { q: canary } });
    expect(logged.length).toBeGreaterThan(0);
    expect(logged.join("\n")).not.toContain(canary);
  });
});
