/** The exported audit log: sound as written, and every change of the file found without database or secrets. */
import { readFileSync, writeFileSync } from "node:fs";
import { appendFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { checkpointFile, writeCheckpoint } from "#server/audit/checkpoints.ts";
import { runtime } from "#server/core/runtime.ts";
import { cases } from "#server/database/tables/cases.ts";
import { users } from "#server/database/tables/users.ts";
import { recordSecurityEvent } from "#server/events/security-log.ts";
import { runCommandBeside } from "#testing/command-beside.ts";
import { buildEvent } from "#testing/factories/activity.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildUser } from "#testing/factories/users.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { exportChain } from "./export-chain.ts";
import { verifyExport } from "./verify-export.ts";

let portal: TestApp;
let directory: string;
let path: string;
/** As exported: header, links 1 to 3, the checkpoint of 3, links 4 to 6 (5 notes that 2 was erased), end. */
let lines: string[];

beforeAll(async () => {
  portal = await openTestApp();
  directory = await mkdtemp(join(tmpdir(), "portal-export-"));
  path = join(directory, "audit.jsonl");
  const agent = await buildUser({ role: "agent" });
  const [kept, erased] = [await buildCase(), await buildCase()];
  const metadata = { title: { from: 'Ünï "c" \\ ✓', to: null }, count: 1.5 };
  await buildEvent({ caseId: kept.id, actorId: agent.id, documentName: "جواز.pdf", metadata });
  await buildEvent({ caseId: erased.id, actorId: agent.id });
  await recordSecurityEvent(runtime.database, { kind: "signin.succeeded", userId: agent.id });
  await writeCheckpoint();
  await buildEvent({ caseId: kept.id, createdAt: "2026-01-02T03:04:05.060Z" });
  await runtime.database.delete(cases).where(eq(cases.id, erased.id));
  await runtime.database.delete(users).where(eq(users.id, agent.id));
  await buildEvent({ caseId: kept.id });
  lines = await exported();
});
afterAll(async () => {
  await portal.close();
  await rm(directory, { recursive: true, force: true });
});
beforeEach(() => rm(path, { force: true }));

async function exported(): Promise<string[]> {
  const made = [];
  for await (const line of exportChain()) made.push(JSON.stringify(line));
  return made;
}

async function verdictOn(changed: readonly string[]): Promise<string | null> {
  writeFileSync(path, changed.map((line) => `${line}\n`).join(""));
  return (await verifyExport(path)).broken;
}

describe("an exported audit log", () => {
  it(
    "proves itself, with erased events, deleted accounts and every kind of letter in it",
    { tags: ["security-5.7"] },
    async () => {
      expect(await verdictOn(lines)).toBeNull();
      expect(await verifyExport(path)).toEqual({
        links: 6,
        checkpoints: 1,
        key: expect.stringMatching(/^[0-9a-f]{64}$/),
        broken: null,
      });
    },
  );

  it("of the first version proves itself too", async () => {
    const before = lines.map((line) => line.replace('{"checkpoint":', '{"anchor":'));
    expect(before).not.toEqual(lines);
    expect(await verdictOn(before)).toBeNull();
  });

  it("goes on beyond one page", async () => {
    await runtime.database.execute(
      sql`insert into security_events (kind) select 'lock.cleared' from generate_series(1, 1100)`,
    );
    const more = await exported();
    expect(more).toHaveLength(lines.length + 1100);
    expect(await verdictOn(more)).toBeNull();
  });

  it.each([
    ["the text of an event", 1, "pdf", "PDF", /^Line 2: Link 1 .* was changed after/],
    ["the time of an event", 5, '"epoch":"', '"epoch":"1', /^Line 6: Link 4 .* was changed after/],
    ["who did it", 1, '"actorId":', '"actorId":9', /^Line 2: Link 1 .* does not follow/],
    ["the hash of a link", 5, '"rowHash":"', '"rowHash":"00', /^Line 6: Link 4 .* does not follow/],
    ["a hidden event", 1, /"event":".*","epoch":".*"/, '"event":null,"epoch":null', /was deleted/],
    ["the signature of a checkpoint", 4, "hash", "hush", /^Line 5: The checkpoint is not signed/],
    ["the signature of the end", -1, "hash", "hush", /The end is not signed/],
    ["a line that is no line", 2, "{", "[", /^Line 3: This is no line/],
  ])("gives away %s", async (_what, index, from, to, problem) => {
    const place = (index + lines.length) % lines.length;
    const line = lines[place] ?? "";
    const changed = lines.with(place, line.replace(from, to));
    expect(changed[place]).not.toBe(line);
    expect(await verdictOn(changed)).toMatch(problem);
  });

  it("gives away lines that are missing, doubled, exchanged, or cut off", async () => {
    expect(await verdictOn(lines.toSpliced(2, 1))).toBe("Line 3: Link 2 is missing.");
    expect(await verdictOn(lines.toSpliced(2, 0, lines[1] ?? ""))).toBe(
      "Line 3: Link 2 is missing.",
    );
    expect(await verdictOn(lines.toSpliced(1, 2, lines[2] ?? "", lines[1] ?? ""))).toBe(
      "Line 2: Link 1 is missing.",
    );
    expect(await verdictOn(lines.slice(0, -1))).toBe("The file ends too early, after link 6.");
    expect(await verdictOn(lines.toSpliced(-2, 1))).toMatch(/The end was signed at link 6, not at/);
    expect(await verdictOn([...lines, lines[1] ?? ""])).toMatch(
      /Something was added after the end/,
    );
    expect(await verdictOn(lines.slice(1))).toMatch(/^Line 1: The first line names neither/);
    expect(await verdictOn([])).toBe("The file ends too early, after link 0.");
  });

  it("says when the chain is shorter than its checkpoints, or when somebody else has signed one", async () => {
    const checkpoints = readFileSync(checkpointFile(), "utf8");
    await appendFile(checkpointFile(), `${checkpoints.replace('"seq":', '"seq":9')}`);
    expect(await verdictOn(await exported())).toMatch(/The checkpoint is not signed with the key/);
    writeFileSync(checkpointFile(), checkpoints);
  });
});

describe("npm run audit:export and npm run audit:verify -- file", () => {
  it("hand the log over, and check it without any setting", async () => {
    const made = await runCommandBeside("audit-export", [path]);
    expect(made).toMatchObject({ exitCode: 0, complaint: "" });
    const key = /signed with the key (\w{64})\.\n$/.exec(made.output)?.[1];
    const nothing = { DATABASE_URL: "", DATABASE_OWNER_URL: "", SECRET_KEY: "", FILES_KEY: "" };
    const checked = await runCommandBeside("audit-verify", [path], nothing);
    expect(checked.output).toMatch(
      new RegExp(`is unbroken: \\d+ links, 1 checkpoints, signed with the key ${key}`),
    );
    expect(checked.exitCode).toBe(0);
    const text = readFileSync(path, "utf8");
    writeFileSync(path, text.replace("pdf", "PDF"));
    const broken = await runCommandBeside("audit-verify", [path], nothing);
    expect(broken).toMatchObject({ exitCode: 1, complaint: "" });
    expect(broken.output).toMatch(/^Line 2: Link 1 .* was changed after it was written\.\n$/);
  });

  it("say in a sentence what is wrong with the name", async () => {
    const unnamed = await runCommandBeside("audit-export");
    expect(unnamed.complaint).toBe("Name the file: npm run audit:export -- audit.jsonl\n");
    writeFileSync(path, "mine");
    const taken = await runCommandBeside("audit-export", [path]);
    expect(taken.complaint).toBe(`${path} is there already: name another file.\n`);
    expect(readFileSync(path, "utf8")).toBe("mine");
    const absent = await runCommandBeside("audit-verify", [join(directory, "none")]);
    expect(absent.complaint).toBe(`There is no file ${join(directory, "none")}.\n`);
    for (const { exitCode } of [unnamed, taken, absent]) expect(exitCode).toBe(1);
  });
});
