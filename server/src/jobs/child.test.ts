import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ChildCrashed, startChild } from "./child.ts";

const script = new URL("../../testing/patient-program.ts", import.meta.url);
const PATIENCE_MS = 1000;

type Heard = { kind: "heard"; bytes: number };

function start(hear: (telling: Heard) => void = () => undefined) {
  return startChild<Heard>({ script, order: {}, megabytes: 400, milliseconds: PATIENCE_MS, hear });
}

afterEach(() => vi.useRealTimers());

it("a program lives until it closes its channel, whatever it waits for", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { input, output, ended } = start();
  input.end();
  expect(await text(output)).toBe("waited");
  await expect(ended).resolves.toBeUndefined();
});

describe("the patience with a program", () => {
  it("begins anew with each word of it, however long it takes in all", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    let hear: (telling: Heard) => void = () => undefined;
    const { input, output, ended } = start((telling) => hear(telling));
    for (let words = 0; words < 3; words += 1) {
      vi.advanceTimersByTime(PATIENCE_MS - 1);
      const heard = new Promise<Heard>((resolve) => (hear = resolve));
      input.write("word");
      expect(await heard).toMatchObject({ bytes: 4 });
    }
    input.end();
    expect(await text(output)).toBe("waited");
    await expect(ended).resolves.toBeUndefined();
  });

  it("is over when nothing is heard of it, and it says why", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { output, ended } = start();
    output.resume();
    vi.advanceTimersByTime(PATIENCE_MS);
    await expect(ended).rejects.toThrow(new ChildCrashed("Silent for more than 1000 ms"));
  });
});
