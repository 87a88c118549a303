import { getTableConfig } from "drizzle-orm/pg-core";
import { expect, it } from "vitest";
import { webhookTypes } from "contract/automation";
import { uploadRules } from "contract/files";
import { storedFiles } from "#server/database/tables/stored-files.ts";
import { modules } from "./modules.ts";

const kinds = modules.flatMap(({ fileKinds = {} }) => Object.entries(fileKinds));

it("one module alone says who may open each kind of stored file", () => {
  const { columns } = getTableConfig(storedFiles);
  const known = columns.find(({ name }) => name === "kind")?.enumValues ?? [];
  expect(kinds.map(([kind]) => kind).toSorted()).toEqual(known.toSorted());
});

it("one module alone takes each upload", () => {
  const taken = kinds.flatMap(([, { uploads }]) => Object.keys(uploads));
  expect(taken.toSorted()).toEqual(Object.keys(uploadRules).toSorted());
});

it("no two modules define the same query or event, and events make only defined queries stale", () => {
  const queries = modules.flatMap((module) => Object.keys(module.queries ?? {}));
  const events = modules.flatMap((module) => Object.entries(module.events ?? {}));
  const names = [...queries, ...events.map(([name]) => name)];
  expect(names).toEqual([...new Set(names)]);
  for (const [name, { refreshes }] of events)
    expect(queries, name).toEqual(expect.arrayContaining([...refreshes]));
});

it("each message of the automation service is told by an event", () => {
  const told = modules.flatMap(({ events = {} }) =>
    Object.values(events).flatMap(({ webhook }) => webhook?.type ?? []),
  );
  expect([...new Set(told)].toSorted()).toEqual(webhookTypes.toSorted());
});
