import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "#scripts/tools.ts";
import { findMigrationProblems } from "./migrations.ts";
import { readSources, type SourceFile } from "./sources.ts";

const releases = { "0.1.0": 1, "0.2.0": 3 };
const step = (id: number, text: string): SourceFile => ({
  path: `server/migrations/000${id}_step.sql`,
  text,
});
const first = step(1, "-- kind: expand\ncreate table cases (name text);\n");
const adding = step(3, "-- kind: expand\nalter table cases add title text;\n");
const messages = (...files: SourceFile[]) =>
  findMigrationProblems([first, adding, ...files], releases).map(({ message }) => message);

describe("the steps of the database", () => {
  it("take away nothing in the release that has replaced it", { tags: ["W-RUN-007"] }, () => {
    const taking = "alter table cases drop column name;\n";
    expect(messages(step(4, `-- kind: contract of 0003\n${taking}`))).toEqual([]);
    expect(messages(step(2, `-- kind: contract of 0003\n${taking}`))).toEqual([
      "A contract step stands one release after its expand step 3.",
    ]);
    expect(
      messages(
        step(4, "-- kind: expand\nalter table cases add code text;\n"),
        step(5, `-- kind: contract of 0004\n${taking}`),
      ),
    ).toEqual(["A contract step stands one release after its expand step 4."]);
    expect(messages(step(5, `-- kind: contract\n${taking}`))).toEqual([
      "A contract step names the step that it completes.",
    ]);
    expect(messages(step(5, `-- kind: expand\n${taking}`))).toEqual([
      "An expand step takes nothing away and renames nothing.",
    ]);
  });

  it("say what they are", () => {
    expect(messages(step(4, "alter table cases add code text;\n"))).toHaveLength(1);
  });

  it("build indexes while people write", () => {
    const index = "create index cases_name on cases (name);\n";
    expect(messages(step(4, `-- kind: expand\n${index}`))).toEqual([
      'An index of cases is built concurrently, in a step "expand, alone".',
    ]);
    const concurrent = "create index concurrently if not exists cases_name on cases (name);\n";
    expect(messages(step(4, `-- kind: expand, alone\n${concurrent}`))).toEqual([]);
    const table = "create table views (name text);\ncreate index views_name on views (name);\n";
    expect(messages(step(4, `-- kind: expand\n${table}`))).toEqual([]);
  });

  it("of this repository hold it so", { tags: ["W-RUN-007"] }, () => {
    const text = readFileSync(join(root, "server", "migrations", "releases.json"), "utf8");
    expect(findMigrationProblems(readSources(root), JSON.parse(text))).toEqual([]);
  });
});
