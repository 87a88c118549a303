import { describe, expect, it } from "vitest";
import { ApiError } from "#web/api/api-error.ts";
import { type CaptureTarget, fieldsOf } from "./capture-target.ts";
import { type Sending, SendQueue } from "./send-queue.ts";

const target: CaptureTarget = { caseId: "VU-2026-0001", label: "Passport", upload: {} };
const file = (name: string) => new File(["x"], name);

function refusal(status: number, code = "server.failed", message = "No."): ApiError {
  return new ApiError({ status, statusText: "", body: JSON.stringify({ message, code }) });
}

/** A portal that answers as it is told, and a clock that is turned by hand. */
function open() {
  const answers: (Error | null)[] = [];
  const attempts: Pick<Sending, "key" | "file">[] = [];
  const waiting: { milliseconds: number; work: () => void }[] = [];
  let isOnline = true;
  let keys = 0;
  const queue = new SendQueue({
    send: async ({ key, file: sent }) => {
      attempts.push({ key, file: sent });
      const answer = answers.shift();
      if (answer) throw answer;
    },
    isOnline: () => isOnline,
    later: (milliseconds, work) => void waiting.push({ milliseconds, work }),
    newKey: () => `key-${(keys += 1)}`,
  });
  const settled = async () => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  return {
    queue,
    answers,
    attempts,
    settled,
    states: () => queue.read().map(({ state }) => state),
    setOnline: (next: boolean) => (isOnline = next),
    /** Answers how long was waited for. */
    pass: async () => {
      const next = waiting.shift();
      next?.work();
      await settled();
      return next?.milliseconds;
    },
  };
}

describe("documents on their way", () => {
  it("go one at a time, each with a key of its own, and leave five seconds after they have arrived", async () => {
    const { queue, attempts, states, settled, pass } = open();
    queue.add(target, file("a.jpg"));
    queue.add(target, file("b.jpg"));
    expect(states()).toEqual(["sending", "waiting"]);
    await settled();
    expect(states()).toEqual(["done", "done"]);
    expect(attempts.map(({ key }) => key)).toEqual(["key-1", "key-2"]);
    expect(await pass()).toBe(5000);
    expect(queue.read()).toHaveLength(1);
  });

  it(
    "are tried again after 2, 4, 8, 16, 30 s, then every 30 s for ten minutes, whole and with the same key",
    { tags: ["W-PHO-011"] },
    async () => {
      const { queue, answers, attempts, states, settled, pass } = open();
      const failures = [new TypeError("Failed to fetch"), refusal(500), refusal(429)];
      answers.push(...failures, refusal(409, "request.repeated"));
      answers.push(...Array.from({ length: 22 }, () => refusal(503)));
      queue.add(target, file("a.jpg"));
      await settled();
      const delays: (number | undefined)[] = [];
      while (states()[0] === "retrying") delays.push(await pass());
      expect(delays.slice(0, 6)).toEqual([2000, 4000, 8000, 16_000, 30_000, 30_000]);
      const afterTheFirst = delays.slice(5).reduce((sum: number, each) => sum + (each ?? 0), 0);
      expect(afterTheFirst).toBe(10 * 60_000);
      expect(states()).toEqual(["failed"]);
      queue.again(1);
      await settled();
      expect(states()).toEqual(["done"]);
      expect(new Set(attempts.map(({ key }) => key))).toEqual(new Set(["key-1"]));
      expect(new Set(attempts.map(({ file: sent }) => sent.size))).toEqual(new Set([1]));
    },
  );

  it("wait for the connection and go on by themselves", { tags: ["W-PHO-010"] }, async () => {
    const { queue, answers, attempts, states, settled, setOnline } = open();
    answers.push(new TypeError("Failed to fetch"));
    queue.add(target, file("a.jpg"));
    setOnline(false);
    await settled();
    queue.add(target, file("b.jpg"));
    expect(states()).toEqual(["offline", "waiting"]);
    setOnline(true);
    queue.wake("offline");
    await settled();
    expect(states()).toEqual(["done", "done"]);
    expect(attempts.map(({ key }) => key)).toEqual(["key-1", "key-1", "key-2"]);
  });

  it("that are refused say why and hold nobody up", async () => {
    const { queue, answers, states, settled } = open();
    answers.push(refusal(400, "file.refused", "scan.jpg is not a picture"), null);
    queue.add(target, file("a.jpg"));
    queue.add(target, file("b.jpg"));
    await settled();
    expect(states()).toEqual(["refused", "done"]);
    expect(queue.read()[0]?.problem).toBe("scan.jpg is not a picture");
    expect(queue.isUnsent()).toBe(false);
    queue.remove(1);
    expect(states()).toEqual(["done"]);
  });

  it("let others go first while they wait for another try", async () => {
    const { queue, answers, states, settled } = open();
    answers.push(refusal(500), null);
    queue.add(target, file("a.jpg"));
    queue.add(target, file("b.jpg"));
    await settled();
    expect(states()).toEqual(["retrying", "done"]);
  });
});

it(
  "says of a document what its item is, who asked for it, or what it stands in for",
  { tags: ["W-PHO-002"] },
  () => {
    const upload = { category: "address", assignedTo: 7, country: "ARE" };
    expect(fieldsOf(upload)).toEqual(upload);
    expect(fieldsOf({ ...upload, extraItemId: 3, replaces: null })).toEqual({ extraItemId: 3 });
    expect(fieldsOf({ ...upload, extraItemId: 3, replaces: 12 })).toEqual({ replaces: 12 });
  },
);
