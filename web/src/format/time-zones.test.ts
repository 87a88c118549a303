/** What people see does not depend on where their machine thinks it is. */
import { afterEach, describe, expect, it, vi } from "vitest";
import type * as Time from "./time.ts";

/** Loaded anew, because a formatter keeps the zone in which it was made. */
async function loadIn(zone: string): Promise<typeof Time> {
  vi.stubEnv("TZ", zone);
  vi.resetModules();
  return import("./time.ts");
}

const readable = (text: string) => text.replaceAll(/\s/g, " ").toLowerCase();

afterEach(() => vi.unstubAllEnvs());

describe("on a machine in any time zone", () => {
  it.each([
    ["UTC", 0],
    ["Asia/Dubai", -240],
    ["America/St_Johns", 210],
    ["Pacific/Kiritimati", -840],
    ["Pacific/Pago_Pago", 660],
    ["Australia/Lord_Howe", -660],
  ])(
    "such as %s moments are those of Dubai",
    { tags: ["reliability-23"] },
    async (zone, minutes) => {
      const { formatDate, formatDateTime, formatPlainDate, formatShortDate } = await loadIn(zone);
      expect(new Date("2026-01-01T00:00:00Z").getTimezoneOffset()).toBe(minutes);
      expect(formatDate("2025-12-31T19:59:59.999Z")).toBe("31 Dec 2025");
      expect(formatDate("2025-12-31T20:00:00.000Z")).toBe("1 Jan 2026");
      expect(formatDate("2024-02-28T20:00:00.000Z")).toBe("29 Feb 2024");
      expect(readable(formatDateTime("2026-03-08T07:30:00Z"))).toBe("8 mar 2026, 11:30 am");
      expect(readable(formatDateTime("2026-03-29T01:30:00Z"))).toBe("29 mar 2026, 5:30 am");
      expect(readable(formatDateTime("2026-04-04T15:00:00Z"))).toBe("4 apr 2026, 7:00 pm");
      expect(formatPlainDate("2024-02-29")).toBe("29 Feb 2024");
      expect(formatPlainDate("2011-12-30")).toBe("30 Dec 2011");
      expect(formatShortDate("2026-03-29")).toBe("29/03/2026");
    },
  );
});

describe("in a bureau somewhere else", () => {
  afterEach(() => document.head.replaceChildren());

  it(
    "days and times are those of the zone that the page names",
    { tags: ["W-MAI-031"] },
    async () => {
      const meta = document.createElement("meta");
      meta.name = "bureau-zone";
      meta.content = "Pacific/Kiritimati";
      document.head.append(meta);
      const { bureauDay, formatDate, formatDateTime } = await loadIn("America/New_York");
      expect(formatDate("2025-12-31T10:00:00.000Z")).toBe("1 Jan 2026");
      expect(readable(formatDateTime("2026-03-08T07:30:00Z"))).toBe("8 mar 2026, 9:30 pm");
      expect(bureauDay(new Date("2026-11-21T09:59:59Z"))).toBe("2026-11-21");
      expect(bureauDay(new Date("2026-11-21T10:00:00Z"))).toBe("2026-11-22");
    },
  );

  it("that nobody has named, they are those of Dubai", { tags: ["W-MAI-031"] }, async () => {
    const { bureauDay } = await loadIn("Pacific/Kiritimati");
    expect(bureauDay(new Date("2026-11-21T19:59:59Z"))).toBe("2026-11-21");
    expect(bureauDay(new Date("2026-11-21T20:00:00Z"))).toBe("2026-11-22");
  });
});
