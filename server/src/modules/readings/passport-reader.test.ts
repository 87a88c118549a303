import { afterEach, describe, expect, it, vi } from "vitest";
import { ChildTimeout } from "#server/jobs/lasting-child.ts";
import { offlineReader, takeAttempts } from "#testing/passports/network-attempts.ts";
import { drawSpecimen } from "#testing/passports/specimens.ts";
import { troubledReader, troubles } from "#testing/passports/troubles.ts";
import { createPassportReader, type PassportReader } from "./passport-reader.ts";

/** What reading takes on a machine that is busy with other tests. */
const BUSY_MS = 55_000;

let reader: PassportReader;
afterEach(async () => {
  vi.useRealTimers();
  await reader.close();
});

describe("the reader", () => {
  it(
    "reads with every way out refused, and it and its engine try none",
    { tags: ["W-MRZ-031"] },
    async () => {
      reader = createPassportReader({ program: offlineReader, limitMs: BUSY_MS });
      const { bytes, mimeType, lines } = await drawSpecimen("clean scan", 0, "own");
      expect(await reader.read({ bytes, mimeType })).toMatchObject({
        state: "read",
        namesAgreed: true,
        lines,
      });
      expect(takeAttempts()).toEqual(["watched", "watched"]);
    },
  );

  it(
    "is ended thirty seconds after an order that it does not answer",
    { tags: ["W-MRZ-034"] },
    async () => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      reader = createPassportReader({ program: troubledReader });
      const ended = vi.fn<(error: unknown) => void>();
      const bytes = Buffer.from(troubles.hangs);
      const reading = reader.read({ bytes, mimeType: "application/pdf" }).catch(ended);
      await vi.advanceTimersByTimeAsync(29_999);
      expect(ended).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      await reading;
      expect(ended).toHaveBeenCalledWith(expect.any(ChildTimeout));
      expect(reader.processId()).toBeNull();
    },
  );
});
