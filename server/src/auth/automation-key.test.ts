import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { automationActor, hasBearerToken } from "./automation-key.ts";

const KEY = "cbk_1_dGhpcyBpcyB0aGUga2V5IG9mIGEgdGVzdA";
let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp({ settings: { AUTOMATION_KEY: KEY } });
});
afterAll(() => portal.close());

describe("the key of the automation service", () => {
  it.each(["Bearer", "bearer", "BEARER"])("may be announced as %s (RFC 9110, 11.1)", (scheme) => {
    expect(automationActor(`${scheme} ${KEY}`).kind).toBe("automation");
    expect(hasBearerToken(`${scheme} ${KEY}`)).toBe(true);
  });

  it.each([undefined, "", KEY, `Basic ${KEY}`, `Bearer${KEY}`, `Bearer ${KEY.toLowerCase()}`])(
    "is not found in %s",
    (header) => {
      expect(() => automationActor(header)).toThrow("Invalid automation key");
    },
  );
});
