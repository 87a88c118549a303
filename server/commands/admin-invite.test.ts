import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { usersApi } from "contract/users";
import { runtime } from "#server/core/runtime.ts";
import { mailOutbox } from "#server/database/tables/mail-outbox.ts";
import { users } from "#server/database/tables/users.ts";
import { buildUser } from "#testing/factories/users.ts";
import { hashCheaply, PASSWORD } from "#testing/sign-in.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { databaseSettings } from "#testing/test-database.ts";

let portal: TestApp;
let directory: string;

beforeAll(async () => {
  hashCheaply();
  portal = await openTestApp({ settings: { APP_ORIGIN: "http://portal.test" } });
  directory = await mkdtemp(join(tmpdir(), "portal-command-"));
});
afterAll(async () => {
  await portal.close();
  await rm(directory, { recursive: true, force: true });
});

type Run = { exitCode: number; output: string; complaint: string };

/** The command in a process of its own, beside the running portal, on the same database. */
function inviteAdmin(...parameters: string[]): Promise<Run> {
  const { config } = runtime;
  const environment = {
    PATH: process.env["PATH"],
    DATA_DIR: directory,
    APP_ORIGIN: config.appOrigin,
    ...databaseSettings(),
    SECRET_KEY: config.secretKey.toString("base64"),
    FILES_KEY: config.filesKey.toString("base64"),
  };
  const command = join(import.meta.dirname, "admin-invite.ts");
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [command, ...parameters],
      { env: environment, cwd: directory },
      (error, output, complaint) => {
        resolve({ exitCode: error === null ? 0 : Number(error.code ?? 1), output, complaint });
      },
    );
  });
}

describe("npm run admin:invite", () => {
  it("prints a one-time link that makes an admin, and mails nobody [D-103] [asvs 66]", async () => {
    const { exitCode, output } = await inviteAdmin("New.Boss@Example.com");
    expect(exitCode).toBe(0);
    const token =
      /^http:\/\/portal\.test\/complete-registration\?token=([\w-]{43})\n$/.exec(output)?.[1] ?? "";
    const body = { token, firstName: "New", lastName: "Boss", password: PASSWORD };
    await portal.visitor().call(usersApi.completeRegistration, { body });
    expect(await runtime.database.select().from(users)).toMatchObject([
      { email: "new.boss@example.com", role: "admin", isAdmin: true },
    ]);
    expect(await runtime.database.select().from(mailOutbox)).toEqual([]);
    await portal.visitor().refused(400, usersApi.completeRegistration, { body });
  });

  it("says what is wrong in one sentence", async () => {
    await buildUser({ email: "known@example.com" });
    const [nothing, nonsense, known] = await Promise.all([
      inviteAdmin(),
      inviteAdmin("nonsense"),
      inviteAdmin("known@example.com"),
    ]);
    const usage = "Give the address to invite: npm run admin:invite -- mail@example.com\n";
    expect(nothing).toEqual({ exitCode: 1, output: "", complaint: usage });
    expect(nonsense).toEqual({ exitCode: 1, output: "", complaint: usage });
    expect(known.exitCode).toBe(1);
    expect(known.complaint).toContain("known@example.com has an account already");
  });
});
