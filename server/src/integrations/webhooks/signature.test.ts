import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { newMessageId, signedHeaders } from "./signature.ts";

const secret = `whsec_${randomBytes(32).toString("base64")}`;

describe("the signature of a webhook", { tags: ["security-6.1"] }, () => {
  it("is the one of the reference vector of Standard Webhooks, byte for byte", () => {
    const headers = signedHeaders({
      id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
      secrets: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
      body: '{"test": 2432232314}',
      sentAt: new Date(1_614_265_330_000),
    });
    expect(headers).toEqual({
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    });
  });

  it("is accepted by the reference library for any body", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const body = JSON.stringify(value);
        const headers = signedHeaders({
          id: newMessageId(),
          secrets: [secret],
          body,
          sentAt: new Date(),
        });
        expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
      }),
      { numRuns: 200 },
    );
  });

  it("is refused for another body, another id, another time and another secret", () => {
    const body = '{"type":"case.created"}';
    const headers = signedHeaders({
      id: newMessageId(),
      secrets: [secret],
      body,
      sentAt: new Date(),
    });
    const isAccepted = (sent: string, given: Record<string, string>, key = secret) => {
      try {
        new Webhook(key).verify(sent, given);
        return true;
      } catch {
        return false;
      }
    };
    expect(isAccepted(body, headers)).toBe(true);
    expect(isAccepted(`${body} `, headers)).toBe(false);
    expect(isAccepted(body, { ...headers, "webhook-id": newMessageId() })).toBe(false);
    const later = String(Number(headers["webhook-timestamp"]) + 1);
    expect(isAccepted(body, { ...headers, "webhook-timestamp": later })).toBe(false);
    const otherSecret = `whsec_${randomBytes(32).toString("base64")}`;
    expect(isAccepted(body, headers, otherSecret)).toBe(false);
  });
});

it(
  "signs with both secrets while one replaces the other, and a receiver needs only one",
  { tags: ["security-6.1"] },
  () => {
    const newer = `whsec_${randomBytes(32).toString("base64")}`;
    const stranger = `whsec_${randomBytes(32).toString("base64")}`;
    const body = '{"type":"case.created"}';
    const message = { id: newMessageId(), body, sentAt: new Date() };
    const headers = signedHeaders({ ...message, secrets: [newer, secret] });
    for (const known of [secret, newer])
      expect(new Webhook(known).verify(body, headers)).toEqual({ type: "case.created" });
    expect(() => new Webhook(stranger).verify(body, headers)).toThrow("No matching signature");
  },
);

it("signs with a secret that is written in base64url", () => {
  const key = Buffer.alloc(24, 0xfb);
  const message = { id: newMessageId(), body: "{}", sentAt: new Date() };
  const signed = (text: string) => signedHeaders({ ...message, secrets: [`whsec_${text}`] });
  expect(signed(key.toString("base64url"))).toEqual(signed(key.toString("base64")));
});

it("gives each message an id of its own", () => {
  const ids = Array.from({ length: 1000 }, newMessageId);
  expect(new Set(ids).size).toBe(1000);
  expect(ids.every((id) => /^msg_[\w-]{22}$/.test(id))).toBe(true);
});
