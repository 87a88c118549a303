import { DrizzleQueryError } from "drizzle-orm/errors";
import { describe, expect, it } from "vitest";
import { createLog, maskText, maskUrl } from "./log.ts";

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog("info", { write: (line) => void lines.push(line) }));
  return lines.join("");
}

describe("the log", () => {
  it("is one JSON object a line, with the level as a word", { tags: ["asvs-116"] }, () => {
    const entry = JSON.parse(logged((log) => log.info({ port: 3000 }, "Ready"))) as object;
    expect(entry).toMatchObject({ level: "info", port: 3000, msg: "Ready" });
  });

  it("never holds secrets, however deep they lie", () => {
    const text = logged((log) =>
      log.info({
        headers: {
          Authorization: "Bearer s3cret",
          cookie: "sid=s3cret",
          "X-CSRF-Token": "s3cret",
          "x-device-hash": "s3cret",
          "set-cookie": ["sid=s3cret"],
          "webhook-signature": "v1,s3cret",
        },
        user: { password: "s3cret", sessions: [{ token: "s3cret" }] },
        mail: { otp: "s3cret", code: "123456" },
        error: "ECONNREFUSED",
      }),
    );
    expect(text).not.toContain("s3cret");
    expect(text).not.toContain("123456");
    expect(text).toContain("ECONNREFUSED");
  });

  it("hides tokens in paths, and addresses of people", { tags: ["asvs-106"] }, () => {
    const text = logged((log) =>
      log.info(
        {
          req: {
            method: "GET",
            url: "/api/invitations/abcdefghijklmnopqrstuvwxyz0123456789ABCD?x=private",
          },
        },
        "Mail for jane.roe@mail.example.com: https://portal/reset-password?token=abcdef",
      ),
    );
    expect(text).toContain("/api/invitations/***");
    expect(text).toContain("j***@m***.com");
    expect(text).not.toContain("private");
    expect(text).not.toContain("abcdef");
  });

  it("keeps the values of a failed query out", () => {
    const error = new DrizzleQueryError(
      "insert into users values ($1)",
      ["Nadim Sarrouf"],
      new Error("duplicate key"),
    );
    const text = logged((log) => log.error({ err: error }, "It failed"));
    expect(text).toContain("insert into users");
    expect(text).toContain("duplicate key");
    expect(text).not.toContain("Sarrouf");
  });

  it("shows addresses of services without user, password and query", () => {
    expect(maskUrl("https://user:pass@hooks.example.com/a?key=1")).toBe(
      "https://hooks.example.com/a",
    );
    expect(maskText("smtp://user:pass@mail.example.com failed")).toBe(
      "smtp://***@mail.example.com failed",
    );
  });
});
