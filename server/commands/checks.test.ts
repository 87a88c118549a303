import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runtime } from "#server/core/runtime.ts";
import { fillReadiness } from "#server/modules/checklist/readiness.jobs.ts";
import { runCommandBeside } from "#testing/command-beside.ts";
import { buildEvent } from "#testing/factories/activity.ts";
import { buildDocument } from "#testing/factories/documents.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { asOwner } from "#testing/test-database.ts";

let portal: TestApp;

beforeEach(async () => {
  portal = await openTestApp();
});
afterEach(() => portal.close());

const run = (command: string, settings: Record<string, string> = {}) =>
  runCommandBeside(command, [], settings);

describe("npm run doctor", () => {
  it(
    "ends with 0 on a healthy portal, and with 1 and the names of what it found; the search is put right",
    { tags: ["W-FND-016"] },
    async () => {
      const document = await buildDocument();
      // As the start does for cases that have no figures yet.
      await fillReadiness();
      expect(await run("doctor")).toEqual({
        exitCode: 0,
        output: "1 files opened. Everything fits together.\n",
        complaint: "",
      });
      await runtime.files.current.remove(document.filePath);
      await asOwner(
        `update search_entries set words = array_to_tsvector(array['wrong'])
        where record_id = ${document.id} and kind = 'document'`,
      );
      expect(await run("doctor")).toEqual({
        exitCode: 1,
        output:
          "searchEntryWrong: 1 entries of the search were wrong. They are right now.\n" +
          `objectMissing: Stored file ${document.storedFileId} (${document.filePath}) is missing in the storage.\n` +
          "1 files opened. 1 things do not fit together.\n",
        complaint: "",
      });
    },
  );
});

describe("npm run doctor with a part missing", () => {
  it("says which setting and what to do, without a trace of the program", async () => {
    const settings = { SMTP_URL: "smtp://127.0.0.1:1" };
    const { exitCode, output, complaint } = await run("doctor", settings);
    expect([exitCode, complaint]).toEqual([1, ""]);
    expect(output).toMatch(/^The mail server 127\.0\.0\.1:1 cannot be used .*check SMTP_URL/);
    expect(output).toContain("0 files opened. Everything fits together.");
    const keys = { S3_BUCKET: "papers", S3_ACCESS_KEY_ID: "a", S3_SECRET_ACCESS_KEY: "b" };
    const away = await run("doctor", { ...keys, S3_ENDPOINT: "http://127.0.0.1:1" });
    expect(away).toEqual({
      exitCode: 1,
      output:
        "The object storage at 127.0.0.1:1 cannot be reached (ECONNREFUSED): check S3_ENDPOINT, or start it.\n",
      complaint: "",
    });
  });

  it("tries every part with --settings, one line each", async () => {
    const fine = await runCommandBeside("doctor", ["--settings"]);
    expect(fine.exitCode).toBe(0);
    expect(fine.output.split("\n")).toEqual([
      expect.stringMatching(/^ok  Database: PostgreSQL \d+\.\d+.*, as the role ".+"\.$/),
      expect.stringMatching(/^ok  Storage: an object was written to .*, read and removed\.$/),
      expect.stringMatching(/^ok  Mail: no SMTP_URL, mails become files in .*outbox\.$/),
      "",
    ]);
    const settings = {
      DATABASE_URL: "postgres://nobody@127.0.0.1:1/portal",
      DATABASE_OWNER_URL: "",
      SMTP_URL: "smtp://127.0.0.1:1",
    };
    const broken = await runCommandBeside("doctor", ["--settings"], settings);
    expect(broken.exitCode).toBe(1);
    expect(broken.output.split("\n")).toEqual([
      "NOT OK  Database: The database at 127.0.0.1:1 cannot be reached: check DATABASE_URL.",
      expect.stringMatching(/^ok {2}Storage/),
      expect.stringMatching(/^NOT OK {2}Mail: .*SMTP_URL/),
      "",
    ]);
  });
});

describe("npm run audit:verify", () => {
  it("ends with 0 on an unbroken log, and with 1 and the first broken line", async () => {
    const { id } = await buildEvent();
    expect(await run("audit-verify")).toMatchObject({
      exitCode: 0,
      output: "The audit log is unbroken: 1 links, 0 checkpoints.\n",
    });
    await asOwner("alter table case_events disable trigger user");
    await asOwner("update case_events set document_name = 'other'");
    expect(await run("audit-verify")).toMatchObject({
      exitCode: 1,
      output: `Link 1 (row ${id} of case_events) was changed after it was written.\n`,
    });
  });
});

describe("npm run keys:rotate", () => {
  it("needs both keys, and says when neither fits", async () => {
    await buildDocument();
    const [oldKey, newKey, otherKey] = [
      runtime.config.filesKey,
      randomBytes(32),
      randomBytes(32),
    ].map((key) => key.toString("base64"));
    expect((await run("keys-rotate")).complaint).toBe(
      "Set FILES_KEY to the new key and FILES_KEY_PREVIOUS to the one before.\n",
    );
    expect(
      await run("keys-rotate", { FILES_KEY: `${newKey}`, FILES_KEY_PREVIOUS: `${otherKey}` }),
    ).toMatchObject({
      exitCode: 1,
      complaint: expect.stringMatching(/^Neither FILES_KEY nor .*\n$/),
    });
    expect(
      await run("keys-rotate", { FILES_KEY: `${newKey}`, FILES_KEY_PREVIOUS: `${oldKey}` }),
    ).toEqual({
      exitCode: 0,
      output: "2 of 2 keys were wrapped anew: FILES_KEY_PREVIOUS is no longer needed.\n",
      complaint: "",
    });
  });
});
