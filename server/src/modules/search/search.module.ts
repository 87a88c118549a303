import "./search.jobs.ts";
import { searchEntries } from "#server/database/tables/search-entries.ts";
import { searchFills } from "#server/database/tables/search-fills.ts";
import type { Module } from "#server/modules/module.ts";
import { writeEntriesOf } from "./search-entries.service.ts";
import { searchRoutes } from "./search.routes.ts";

export const searchModule: Module = {
  routes: searchRoutes,
  tables: [searchEntries, searchFills],
  reactions: [(tx, _actor, event) => writeEntriesOf(tx, event.case.id)],
};
