import { describe, expect, it } from "vitest";
import { textLog } from "./log-text.ts";
import { createLog } from "./log.ts";

function told(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(
    createLog(
      "info",
      textLog((line) => void lines.push(line)),
    ),
  );
  return lines.join("");
}

describe("the log as text", () => {
  it("is one line that a person reads", () => {
    expect(told((log) => log.info({ method: "GET", status: 200 }, "answered"))).toMatch(
      /^\d\d:\d\d:\d\d INFO {2}answered {2}method=GET status=200\n$/,
    );
    expect(told((log) => log.warn("The disk is full"))).toMatch(/ WARN {2}The disk is full\n$/);
  });

  it("puts the stack of an error under its line", () => {
    const lines = told((log) => log.error({ err: new Error("no room") }, "It failed")).split("\n");
    expect(lines[0]).toMatch(/ERROR It failed {2}err="no room"$/);
    expect(lines[1]).toBe("    Error: no room");
    expect(lines[2]).toMatch(/^ {8}at /);
  });

  it("hides what JSON lines hide, and lets no value write a line of its own", () => {
    const text = told((log) => log.info({ password: "s3cret", name: "a\n12:00:00 INFO b" }, "x"));
    expect(text).not.toContain("s3cret");
    expect(text.trimEnd().split("\n")).toHaveLength(1);
  });
});
