import type { FastifyInstance } from "fastify";
import { searchApi } from "contract/search";
import { register } from "#server/http/routes.ts";
import * as search from "./search.service.ts";

export function searchRoutes(app: FastifyInstance): void {
  register(app, searchApi, {
    find: ({ actor, query }) => search.find(actor, query),
  });
}
