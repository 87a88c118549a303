import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { NewPassword } from "contract/session";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { weaknessOf } from "./password-policy.ts";

let portal: TestApp;

beforeAll(async () => {
  portal = await openTestApp({ settings: { BUREAU_NAME: "Harbour Bureau" } });
});
afterAll(() => portal.close());

const owner = { email: "jane.roe@example.com", firstName: "Janett", lastName: "Roé" };
const COMMON = "This password is too common. Please choose another.";
const PERSONAL =
  "Password must not contain your name, your email address or the name of the portal";

describe("a new password", () => {
  it.each([
    "Password1",
    "P@ssw0rd",
    "PASSWORD2026!",
    "Qwerty123",
    "1Welcome1",
    "Summer2026!",
    "Dr4gon99",
    "Aa123456",
    "Admin123",
    "Letmein1",
  ])("is too common as %s", { tags: ["asvs-62"] }, (password) => {
    expect(weaknessOf(password, owner)).toBe(COMMON);
  });

  it.each([
    "Janett-Moon-42",
    "xx-JANETT-42",
    "Jane.Roe-Boat-4",
    "Harbour-Bureau-1x",
    "My-Vanuatu-Trip-1",
    "Case-Management-9z",
  ])("is too close to its owner or the portal as %s", { tags: ["asvs-59"] }, (password) => {
    expect(weaknessOf(password, owner)).toBe(PERSONAL);
  });

  it.each([
    "Correct-Horse-7",
    "Sunshine-Harbour-42",
    "Roe-Deer-And-4-Foxes",
    "T4ble lamp over sea",
    "Xk7!pQ2#",
  ])("may be %s", (password) => {
    expect(weaknessOf(password, owner)).toBeNull();
  });

  it("of random letters is never refused", () => {
    const random = fc
      .array(fc.constantFrom(..."BCDFGHJKLMNPQRSTVWXZbcdfghjkmnpqrstvwxz".split("")), {
        minLength: 14,
        maxLength: 40,
      })
      .map((letters) => `${letters.join("")}7`);
    fc.assert(fc.property(random, (password) => weaknessOf(password, owner) === null));
  });

  it("is judged at once, however long it is", { tags: ["asvs-13"] }, () => {
    const hostile = ["1", "a", "-", "A1"].map((part) => part.repeat(1024));
    const started = performance.now();
    for (const password of hostile) weaknessOf(password, owner);
    expect(performance.now() - started).toBeLessThan(1000);
  });

  it.each([
    [7, false],
    [8, true],
    [64, true],
    [128, true],
    [1024, true],
    [1025, false],
  ])("of %i letters is taken: %s", { tags: ["asvs-60"] }, (length, isTaken) => {
    const password = `Aa1-${"x".repeat(length - 4)}`;
    expect(z.safeParse(NewPassword, password).success).toBe(isTaken);
  });
});
