/** The checks of a signature that docs/automation.md shows are run as they stand there. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { newMessageId, signedHeaders } from "#server/integrations/webhooks/signature.ts";
import { codeUnder } from "#testing/automation-guide.ts";
import { temporaryBase } from "#testing/temporary-base.ts";

type Given = { headers: Record<string, string>; body: string; secret: string; now: number };
type Check = { language: string; code: string; judge: (given: readonly Given[]) => boolean[] };

const directory = mkdtempSync(join(temporaryBase(), "signature-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const [inJavaScript = ""] = codeUnder("The signature", "js");
const [inPython = ""] = codeUnder("The signature", "python");
const modulePath = join(directory, "check.mjs");
writeFileSync(modulePath, inJavaScript);
writeFileSync(join(directory, "check.py"), inPython);
const { isFromPortal } = (await import(pathToFileURL(modulePath).href)) as {
  isFromPortal: (given: Given) => boolean;
};

const javascript: Check = {
  language: "js",
  code: inJavaScript,
  judge: (given) => given.map((one) => isFromPortal(one)),
};
const python: Check = {
  language: "python",
  code: inPython,
  judge: (given) => {
    const program = `import json, sys
from check import is_from_portal
print(json.dumps([is_from_portal(one["headers"], one["body"].encode(), one["secret"], one["now"])
                  for one in json.load(sys.stdin)]))`;
    const input = JSON.stringify(given);
    const run = spawnSync("python3", ["-c", program], { cwd: directory, input, encoding: "utf8" });
    if (run.status !== 0) throw new Error(run.stderr);
    return JSON.parse(run.stdout) as boolean[];
  },
};
/** The length is checked everywhere; what only Python can run is run where there is one. */
const hasPython = spawnSync("python3", ["--version"]).status === 0;
const runnable = hasPython ? [javascript, python] : [javascript];

const vector: Given = {
  headers: {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  },
  body: '{"test": 2432232314}',
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  now: 1_614_265_330,
};
const other = "whsec_b3RoZXIgc2VjcmV0IG9mIGEgdGVzdA==";
const signed = (body: string, secrets: readonly string[]): Given => ({
  headers: signedHeaders({
    id: newMessageId(),
    secrets,
    body,
    sentAt: new Date(vector.now * 1000),
  }),
  body,
  secret: vector.secret,
  now: vector.now,
});

describe.each(runnable)("the documented check in $language", ({ judge }) => {
  it("accepts the vector of Standard Webhooks, and what the portal signs with one secret or two", () => {
    const ours = signed('{"name":"Zoë, نديم"}', [vector.secret]);
    expect(judge([vector, ours, signed("{}", [other, vector.secret])])).toEqual([true, true, true]);
  });

  it("refuses another body, secret, id, time or none", () => {
    const withHeaders = (headers: Record<string, string>): Given => ({
      ...vector,
      headers: { ...vector.headers, ...headers },
    });
    const forged = {
      body: { ...vector, body: `${vector.body} ` },
      secret: { ...vector, secret: other },
      id: withHeaders({ "webhook-id": "msg_other" }),
      time: withHeaders({ "webhook-timestamp": "1614265331" }),
      nonsense: withHeaders({ "webhook-timestamp": "soon" }),
      old: { ...vector, now: vector.now + 301 },
      early: { ...vector, now: vector.now - 301 },
      empty: withHeaders({ "webhook-signature": "" }),
      cut: withHeaders({ "webhook-signature": "v1,g0hM9SsE" }),
    };
    const verdicts = judge(Object.values(forged));
    const accepted = Object.keys(forged).filter((_, index) => verdicts[index]);
    expect(verdicts).toHaveLength(9);
    expect(accepted).toEqual([]);
  });
});

it.each([javascript, python])("is shown in fifteen lines of $language", ({ code }) => {
  expect(code.split("\n").filter((line) => line.trim() !== "").length).toBeGreaterThan(5);
  expect(code.trimEnd().split("\n").length).toBeLessThanOrEqual(15);
});
