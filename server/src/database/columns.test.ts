import { describe, expect, it } from "vitest";
import { readInstant } from "./columns.ts";

describe("a moment as PostgreSQL writes it", { tags: ["S-55"] }, () => {
  it.each([
    ["2026-03-01 09:05:00+00", "2026-03-01T09:05:00.000Z"],
    ["2026-03-01 09:05:00.1+00", "2026-03-01T09:05:00.100Z"],
    ["2026-03-01 09:05:00.123+00", "2026-03-01T09:05:00.123Z"],
    ["2026-03-01 13:05:00.12+04", "2026-03-01T09:05:00.120Z"],
    ["2026-03-01 14:35:00+05:30", "2026-03-01T09:05:00.000Z"],
  ])("%s is %s", (written, read) => {
    expect(readInstant(written)).toBe(read);
  });
});
