import { describe, expect, it, beforeAll } from "vitest";
import { setRuntime, type Runtime } from "#server/core/runtime.ts";
import { fromBase32, toBase32 } from "./base32.ts";
import {
  isExpired,
  readBounceToken,
  readReplyToken,
  writeBounceToken,
  writeReplyToken,
} from "./reply-token.ts";

const withKey = (byte: number) =>
  setRuntime({ config: { secretKey: Buffer.alloc(32, byte) } } as unknown as Runtime);
beforeAll(() => withKey(7));

const now = new Date("2026-11-22T10:00:00Z");
const write = (userId = 4711, caseId = 12) => writeReplyToken({ userId, caseId }, now);

describe("the token of a reply address", () => {
  it(
    "tells user, case and day in 34 characters, also in upper case",
    { tags: ["W-RPL-001"] },
    () => {
      const token = write();
      expect(token).toMatch(/^[a-z2-7]{34}$/);
      const told = { userId: 4711, caseId: 12, day: 1056 };
      expect(readReplyToken(token)).toEqual(told);
      expect(readReplyToken(token.toUpperCase())).toEqual(told);
    },
  );

  it(
    "is invalid with any other character in any place, or another key",
    { tags: ["W-RPL-001"] },
    () => {
      const token = write();
      for (let at = 0; at < token.length; at += 1)
        for (const other of "abcdefghijklmnopqrstuvwxyz234567189=".replace(token[at] ?? "", "")) {
          const changed = token.slice(0, at) + other + token.slice(at + 1);
          expect(readReplyToken(changed), `${at} ${other}`).toBeNull();
        }
      withKey(8);
      expect(readReplyToken(token)).toBeNull();
      withKey(7);
    },
  );

  it("is invalid with the seal of another user, case or day", { tags: ["W-RPL-001"] }, () => {
    const sealOf = (token: string) => fromBase32(token)?.subarray(11) ?? Buffer.alloc(0);
    const content = fromBase32(write())?.subarray(0, 11) ?? Buffer.alloc(0);
    const tomorrow = writeReplyToken(
      { userId: 4711, caseId: 12 },
      new Date(now.getTime() + 86_400_000),
    );
    for (const other of [write(4712), write(4711, 13), tomorrow])
      expect(readReplyToken(toBase32(Buffer.concat([content, sealOf(other)])))).toBeNull();
  });

  it("is valid until the 60th day after it was written", { tags: ["W-RPL-002"] }, () => {
    const token = readReplyToken(write());
    if (token === null) throw new Error("The token was not read");
    expect(isExpired(token, new Date("2027-01-21T23:59:59Z"))).toBe(false);
    expect(isExpired(token, new Date("2027-01-22T00:00:00Z"))).toBe(true);
  });

  it("never opens what was written for a report, nor the other way round", () => {
    const token = writeBounceToken(99);
    expect(token).toMatch(/^[a-z2-7]{24}$/);
    expect(readBounceToken(token)).toBe(99);
    expect([readReplyToken(token), readBounceToken(write())]).toEqual([null, null]);
    expect(readBounceToken(`${token.slice(0, -1)}${token.endsWith("a") ? "b" : "a"}`)).toBeNull();
  });
});
