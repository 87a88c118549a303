import { getTableConfig } from "drizzle-orm/pg-core";
import { expect, it } from "vitest";
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
