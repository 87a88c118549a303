import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadConfig } from "./config/config.ts";
import { version } from "./core/version.ts";
import { startLines } from "./start-lines.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "portal-lines-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const linesFor = (settings: Record<string, string>) =>
  startLines(loadConfig({ DATA_DIR: directory, ...settings }));

describe("the start tells in one line each", () => {
  it("what the portal brings along", () => {
    expect(linesFor({})).toEqual([
      `Version: ${version}, Node ${process.versions.node}`,
      `Database: embedded PostgreSQL in ${directory}`,
      `Storage: ${join(directory, "files")}`,
      `Mail: files in ${join(directory, "outbox")}, from no-reply@localhost`,
      "Scanner: off",
    ]);
  });

  it("what it is given, without a password", () => {
    const key = Buffer.alloc(32, 7).toString("base64");
    const password = "hunter2";
    const lines = linesFor({
      SECRET_KEY: key,
      FILES_KEY: key,
      DATABASE_URL: `postgres://portal:${password}@db.example.com/portal?sslmode=verify-full`,
      S3_ENDPOINT: "https://s3.example.com",
      S3_BUCKET: "papers",
      S3_ACCESS_KEY_ID: "id",
      S3_SECRET_ACCESS_KEY: "hunter2",
      SMTP_URL: "smtps://desk:hunter2@mail.example.com:465",
      MAIL_FROM: "desk@example.com",
      SCAN: "required",
      CLAMD_ADDRESS: "clamd:3310",
    });
    expect(lines.slice(1)).toEqual([
      "Database: db.example.com/portal",
      "Storage: bucket papers at s3.example.com",
      "Mail: mail.example.com:465, from desk@example.com",
      "Scanner: clamd:3310, required",
    ]);
  });
});
