import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { violationsIn } from "./policy-reports.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp({ settings: { RATE_LIMITS: "on" } });
});
afterAll(() => portal.close());

const older = {
  "csp-report": {
    "document-uri": "https://portal.example/reset-password?token=secret",
    "violated-directive": "script-src 'self'",
    "effective-directive": "script-src-elem",
    "blocked-uri": "https://elsewhere.example/script.js?user=7",
    "source-file": "https://portal.example/assets/index.js",
    "line-number": 3,
  },
};
const newer = [
  {
    type: "csp-violation",
    url: "https://portal.example/",
    body: {
      documentURL: "https://portal.example/case/VU-2026-0001?tab=chat",
      effectiveDirective: "style-src-elem",
      blockedURL: "inline",
      lineNumber: 12,
    },
  },
  { type: "deprecation", body: {} },
];

function report(type: string, payload: string) {
  return portal.visitor().request({
    method: "POST",
    url: "/api/csp-report",
    headers: { "content-type": type },
    payload: Buffer.from(payload),
  });
}

describe("a report about the content security policy", () => {
  it("is read in both forms, without the query of any address", () => {
    expect(violationsIn(older)).toEqual([
      {
        directive: "script-src-elem",
        blocked: "https://elsewhere.example/script.js",
        page: "https://portal.example/reset-password",
        source: "https://portal.example/assets/index.js",
        line: 3,
      },
    ]);
    expect(violationsIn(newer)).toEqual([
      {
        directive: "style-src-elem",
        blocked: "inline",
        page: "https://portal.example/case/VU-2026-0001",
        source: null,
        line: 12,
      },
    ]);
  });

  it.each([null, undefined, 7, "text", [], {}, [null, [], { type: "csp-violation" }]])(
    "that says nothing is nothing: %j",
    (nonsense) => {
      expect(violationsIn(nonsense)).toEqual([]);
    },
  );

  it(
    "needs no token, ends at 8 kB and comes ten times a minute from one address",
    { tags: ["asvs-34"] },
    async () => {
      expect((await report("application/csp-report", JSON.stringify(older))).status).toBe(200);
      expect((await report("application/reports+json", JSON.stringify(newer))).status).toBe(200);
      const long = JSON.stringify({ "csp-report": { "blocked-uri": "x".repeat(8192) } });
      expect((await report("application/csp-report", long)).status).toBe(413);
      expect((await report("text/html", "<a>")).status).toBe(415);
      // More than two minutes' worth, as a new minute may begin meanwhile.
      const answers = await Promise.all(
        Array.from({ length: 25 }, () => report("application/csp-report", "{}")),
      );
      const refusal = answers.find(({ status }) => status === 429);
      expect(Number(refusal?.headers["retry-after"])).toBeLessThanOrEqual(60);
      expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(20);
    },
  );
});
