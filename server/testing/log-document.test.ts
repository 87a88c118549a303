import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { eventsIn, loggedEvents } from "./logged-events.ts";

const text = readFileSync(new URL("../../docs/log.md", import.meta.url), "utf8");
const [, fieldTable = "", eventTables = ""] = text.split(/^## (?:Fields|Events)$/m);
const documented = [...eventTables.matchAll(/^\| `([^`]+)` *\| ([^|]+?) *\|/gm)]
  .map(([, event = "", levels = ""]) => `${levels}: ${event}`)
  // Fastify's own.
  .filter((line) => line !== "info: Server listening at …");
const firstCells = [...fieldTable.matchAll(/^\| (`[^|]+`) *\|/gm)].map(([, cell = ""]) => cell);
const fields = firstCells.flatMap((cell) =>
  [...cell.matchAll(/`(\w+)`/g)].map(([, field = ""]) => field),
);
const inSource = loggedEvents();

describe("docs/log.md", () => {
  it(
    "names every event of the source with its level, and no other",
    { tags: ["W-RUN-005"] },
    () => {
      const levelsOf = new Map<string, Set<string>>();
      for (const { event, levels } of inSource)
        levelsOf.set(event, new Set([...(levelsOf.get(event) ?? []), ...levels]));
      const order = ["fatal", "error", "debug", "info", "warn", "error"];
      const written = [...levelsOf].map(([event, levels]) => {
        const inOrder = [...levels].toSorted((a, b) => order.lastIndexOf(a) - order.lastIndexOf(b));
        return `${inOrder.join(", ")}: ${event}`;
      });
      expect(written.length).toBeGreaterThan(50);
      expect(documented.toSorted()).toEqual(written.toSorted());
    },
  );

  it("names every field that a line is given where it is written", { tags: ["W-RUN-005"] }, () => {
    const used = new Set(inSource.flatMap((line) => line.fields));
    expect(used.size).toBeGreaterThan(20);
    expect([...used].filter((field) => !fields.includes(field))).toEqual([]);
  });

  it("is compared with all there is, wherever it is written", () => {
    const source =
      'log.warn({ job, err: f(a, "b") }, `It ${was} so`);\nrequest.log[x ? "debug" : "info"]({\n  a: 1,\n}, "b, c");';
    expect(eventsIn(source, "a.ts")).toEqual([
      { event: "It … so", levels: ["warn"], fields: ["job", "err"], place: "a.ts" },
      { event: "b, c", levels: ["debug", "info"], fields: ["a"], place: "a.ts" },
    ]);
  });
});
