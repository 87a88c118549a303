import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { profileApi } from "contract/profile";
import { sessionApi } from "contract/session";
import { runtime } from "#server/core/runtime.ts";
import { storedFiles } from "#server/database/tables/stored-files.ts";
import { users } from "#server/database/tables/users.ts";
import { buildUser } from "#testing/factories/users.ts";
import { lastMailTo, mailsTo, tokenIn } from "#testing/mails.ts";
import { sampleImage } from "#testing/sample-files.ts";
import { signInPortal } from "#testing/sign-in-portal.ts";
import {
  browserIn,
  buildMember,
  enterPassword,
  PASSWORD,
  signInWithCode,
} from "#testing/sign-in.ts";
import type { TestApp } from "#testing/test-app.ts";

const portal = signInPortal();

const NEW_PASSWORD = "Another-Stable-8";

describe("the own profile", () => {
  it(
    "takes names, an address that is confirmed first, and nothing else",
    { tags: ["I-PROF-012", "I-PROF-001", "D-131", "asvs-44"] },
    async () => {
      const person = await buildMember();
      const browser = await portal().as(person);
      const rawBody = {
        firstName: " Nora ",
        lastName: "New",
        email: "Nora@Example.com",
        currentPassword: PASSWORD,
        role: "admin",
        isAdmin: true,
        password: "x",
      };
      const answer = await browser.send(profileApi.update, { rawBody });
      expect(answer).toMatchObject({
        status: 200,
        body: { firstName: "Nora", lastName: "New", email: person.email, isAdmin: false },
      });
      const token = tokenIn(await lastMailTo("nora@example.com"));
      await portal().visitor().call(profileApi.confirmEmail, { body: { token } });
      expect(await browser.call(sessionApi.getUser)).toMatchObject({ email: "nora@example.com" });
      const [row] = await runtime.database.select().from(users).where(eq(users.id, person.id));
      expect(row).toMatchObject({ role: "client", isAdmin: false, password: person.password });
    },
  );

  it.each([
    [{ firstName: "" }, "First name is required"],
    [{ lastName: undefined }, "Last name is required"],
    [{ email: "nonsense" }, "Invalid email address"],
  ])("refuses %j", { tags: ["D-131"] }, async (part, message) => {
    const browser = await portal().as(await buildUser());
    const rawBody = { firstName: "A", lastName: "B", email: "a@example.com", ...part };
    const refusal = await browser.refused(400, profileApi.update, { rawBody });
    expect(refusal.message).toBe(message);
  });

  it(
    "with the same address disturbs nobody, and wants no password",
    { tags: ["D-131"] },
    async () => {
      const person = await buildMember();
      const other = await portal().as(person);
      const body = { firstName: "A", lastName: "B", email: person.email };
      await (await portal().as(person)).call(profileApi.update, { body });
      expect(await other.call(sessionApi.getUser)).toMatchObject({ firstName: "A" });
      expect(await mailsTo(person.email)).toEqual([]);
    },
  );

  it("is nobody's who is signed out", async () => {
    const body = { firstName: "A", lastName: "B", email: "a@example.com" };
    const refusal = await portal().visitor().refused(401, profileApi.update, { body });
    expect(refusal.code).toBe("session.missing");
  });
});

describe("changing the own password", () => {
  it(
    "wants the current one, and ends other sessions and devices",
    { tags: ["I-PROF-013", "D-130", "asvs-61", "asvs-86", "I-ERR-074"] },
    async () => {
      const person = await buildMember();
      const current = await signInWithCode(portal(), person.email);
      const other = browserIn(portal());
      other.headers["x-device-hash"] = "another-hash-1";
      await enterPassword(other, person.email);
      const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
      const elsewhere = await portal().as(person);
      const answer = await current.call(profileApi.updatePassword, { body });
      expect(answer.message).toBe("Password changed successfully");
      await elsewhere.refused(401, sessionApi.getUser);
      expect(await current.call(sessionApi.getUser)).toMatchObject({ id: person.id });
      expect((await lastMailTo(person.email)).template).toBe("passwordChanged");
      await current.call(sessionApi.logout);
      const again = await enterPassword(current, person.email, NEW_PASSWORD);
      expect(again.requiresOtp).toBe(false);
    },
  );

  it(
    "refuses a wrong current one, and after five tries waits",
    { tags: ["D-130", "asvs-61"] },
    async () => {
      const person = await buildMember();
      const browser = await portal().as(person);
      const body = { currentPassword: "Wrong-Horse-7", newPassword: NEW_PASSWORD };
      for (let count = 0; count < 5; count += 1) {
        const refusal = await browser.refused(400, profileApi.updatePassword, { body });
        expect(refusal).toMatchObject({
          message: "Current password is incorrect",
          fields: { currentPassword: "Current password is incorrect" },
        });
      }
      await browser.refused(429, profileApi.updatePassword, { body });
    },
  );

  it.each([
    [{ newPassword: "Short-1" }, "Password must be at least 8 characters"],
    [{ newPassword: "lower-case-1" }, "Password must contain at least one uppercase letter"],
    [{ newPassword: "No-Number-Here" }, "Password must contain at least one number"],
    [{ newPassword: "Welcome123" }, "This password is too common. Please choose another."],
    [{ currentPassword: "" }, "Current password is incorrect"],
  ])("refuses %j and changes nothing", { tags: ["D-130"] }, async (part, message) => {
    const person = await buildMember();
    const browser = await portal().as(person);
    const rawBody = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD, ...part };
    const refusal = await browser.refused(400, profileApi.updatePassword, { rawBody });
    expect(refusal.message).toBe(message);
    const [row] = await runtime.database.select().from(users).where(eq(users.id, person.id));
    expect(row?.password).toBe(person.password);
  });
});

describe("the own picture", () => {
  async function upload(browser: Awaited<ReturnType<TestApp["as"]>>) {
    const bytes = await sampleImage("png");
    const files = [{ field: "avatar", name: "me.png", type: "image/png", bytes }];
    return browser.call(profileApi.uploadAvatar, { files });
  }

  it(
    "is stored under a random name and shown everywhere",
    { tags: ["I-PROF-014", "S-17"] },
    async () => {
      const browser = await portal().as(await buildUser());
      const { profileImageUrl } = await upload(browser);
      expect(profileImageUrl).toMatch(/^\/uploads\/[0-9a-f]{32}\.webp$/);
      expect(await browser.call(sessionApi.getUser)).toMatchObject({ profileImageUrl });
    },
  );

  it("replaces the one before, which is let go of", { tags: ["S-17"] }, async () => {
    const person = await buildUser();
    const browser = await portal().as(person);
    await upload(browser);
    await upload(browser);
    const rows = await runtime.database
      .select({ deletedAt: storedFiles.deletedAt })
      .from(storedFiles)
      .where(eq(storedFiles.createdBy, person.id))
      .orderBy(storedFiles.id);
    expect(rows.map((row) => row.deletedAt !== null)).toEqual([true, false]);
  });

  it.each([
    ["no file", undefined, 400, "No files selected"],
    [
      "a document",
      { name: "a.pdf", bytes: Buffer.from("%PDF-1.7") },
      400,
      "a.pdf is not a supported file type",
    ],
    [
      "a text called picture",
      { name: "a.png", bytes: Buffer.from("hello") },
      400,
      "a.png is not a supported file type",
    ],
    [
      "six megabytes",
      { name: "a.png", bytes: Buffer.alloc(6_291_456) },
      413,
      "File size must be less than 5MB",
    ],
  ])("refuses %s with a message", { tags: ["I-PROF-010..011", "I-PROF-015"] }, async (...row) => {
    const [, file, status, message] = row;
    const browser = await portal().as(await buildUser());
    const files = file === undefined ? [] : [{ field: "avatar", type: "image/png", ...file }];
    const input = { files, fields: { note: "x" } };
    const refusal = await browser.refused(status, profileApi.uploadAvatar, input);
    expect(refusal.message).toBe(message);
  });
});
