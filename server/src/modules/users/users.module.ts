import "./name-keys.jobs.ts";
import { userInvitations } from "#server/database/tables/user-invitations.ts";
import { users } from "#server/database/tables/users.ts";
import type { Module } from "#server/modules/module.ts";
import { usersRoutes } from "./users.routes.ts";
import { searchedUsers } from "./users.search.ts";

export const usersModule: Module = {
  routes: usersRoutes,
  tables: [userInvitations, users],
  searched: { user: searchedUsers },
};
