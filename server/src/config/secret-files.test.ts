import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { problemsIn } from "#testing/config-problems.ts";
import { loadConfig } from "./config.ts";
import { secretSettings } from "./secret-files.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "portal-secrets-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const key = (byte: number) => Buffer.alloc(32, byte).toString("base64");

const values: Record<(typeof secretSettings)[number], string> = {
  SECRET_KEY: key(1),
  FILES_KEY: key(2),
  FILES_KEY_PREVIOUS: key(3),
  WEBHOOK_SECRET: `whsec_${key(4)}`,
  WEBHOOK_SECRET_PREVIOUS: `whsec_${key(5)}`,
  AUTOMATION_KEY_PREVIOUS: "cbk_0_0123456789abcdef0123456789abcdef",
  AUTOMATION_KEY: "cbk_1_0123456789abcdef0123456789abcdef",
  S3_SECRET_ACCESS_KEY: "secret of the store",
  DATABASE_URL: "postgres://portal:hunter2@localhost/portal",
  DATABASE_OWNER_URL: "postgres://owner:hunter4@localhost/portal",
  SMTP_URL: "smtps://mailer:hunter3@mail.example.com",
  INBOUND_IMAP_URL: "imaps://replies:hunter5@mail.example.com",
  ADMIN_PASSWORD: "Correct horse 1",
};

const others = {
  S3_BUCKET: "files",
  S3_ACCESS_KEY_ID: "id",
  ADMIN_EMAIL: "admin@example.com",
  MAIL_REPLY_ADDRESS: "replies@example.com",
};

function file(name: string, content: string): string {
  const path = join(directory, name);
  writeFileSync(path, content);
  return path;
}

function load(settings: Record<string, string>) {
  return loadConfig({ DATA_DIR: directory, ...others, ...settings });
}

const problemsOf = (settings: Record<string, string>) => problemsIn(() => load(settings));

describe("secrets in files", { tags: ["asvs-103"] }, () => {
  it("mean the same as in the environment, each of them", () => {
    const files = Object.entries(values).map(([name, value]) => [
      `${name}_FILE`,
      file(name, `${value}\n`),
    ]);
    expect(load(Object.fromEntries(files) as Record<string, string>)).toEqual(load(values));
  });

  it("are refused when the same one is in the environment too, even with the same value", () => {
    for (const name of secretSettings) {
      const both = { ...values, [`${name}_FILE`]: file(name, values[name]) };
      expect(problemsOf(both), name).toEqual([
        `${name} and ${name}_FILE are both set: keep one of them.`,
      ]);
    }
  });

  it("are named by their path, never by their content, when they cannot be used", () => {
    const { SECRET_KEY: _, ...rest } = values;
    const missing = join(directory, "missing");
    const problem = (path: string) => problemsOf({ ...rest, SECRET_KEY_FILE: path })[0];
    expect(problem(missing)).toBe(`SECRET_KEY_FILE ${missing} cannot be read (ENOENT).`);
    const empty = file("empty", " \n");
    expect(problem(empty)).toBe(`SECRET_KEY_FILE ${empty} is empty.`);
    const long = file("long", "x".repeat(20_000));
    expect(problem(long)).toBe(`SECRET_KEY_FILE ${long} is too long for a secret.`);
    const wrong = file("wrong", "hunter4");
    expect(problemsOf({ ...rest, SECRET_KEY_FILE: wrong })).toEqual([
      "SECRET_KEY must be 32 bytes in base64 (44 characters).",
    ]);
  });
});
