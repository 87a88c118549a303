import type { FastifyInstance } from "fastify";
import { homesApi } from "contract/homes";
import { register } from "#server/http/routes.ts";
import * as homes from "./homes.service.ts";

export function homesRoutes(app: FastifyInstance): void {
  register(app, homesApi, { get: ({ actor, subject }) => homes.get(actor, subject.id) });
}
