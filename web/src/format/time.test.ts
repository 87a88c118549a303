import { describe, expect, it } from "vitest";
import {
  formatDate,
  formatDateTime,
  formatPlainDate,
  formatRelativeTime,
  formatShortDate,
} from "./time.ts";

const now = Date.parse("2026-03-31T12:00:00Z");
const ago = (ms: number) => new Date(now - ms).toISOString();
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

describe("relative times", () => {
  it.each([
    [0, "Just now"],
    [59 * second, "Just now"],
    [60 * second, "1m ago"],
    [59 * minute + 59 * second, "59m ago"],
    [hour, "1h ago"],
    [day - second, "23h ago"],
    [day, "1d ago"],
    [30 * day, "30d ago"],
    [31 * day, "28 Feb 2026"],
  ])("%d ms ago reads %s", { tags: ["C-CONST-009..011", "D-159"] }, (ms, shown) => {
    expect(formatRelativeTime(ago(ms), now)).toBe(shown);
  });

  it("takes a moment slightly in the future, from another clock, as now", () => {
    expect(formatRelativeTime(ago(-5 * second), now)).toBe("Just now");
  });
});

describe("dates", () => {
  it("are those of Dubai, in the words of en-AE", { tags: ["C-CONST-012", "D-158"] }, () => {
    expect(formatDate("2025-11-20T21:30:00Z")).toBe("21 Nov 2025");
    const words = formatDateTime("2025-11-20T21:30:00Z").replaceAll(/\s/g, " ").toLowerCase();
    expect(words).toBe("21 nov 2025, 1:30 am");
  });

  it("without a zone stay the day they are", { tags: ["D-158"] }, () => {
    expect(formatPlainDate("1986-03-14")).toBe("14 Mar 1986");
    expect(formatShortDate("2025-11-01")).toBe("01/11/2025");
  });
});
