import type { FastifyInstance } from "fastify";
import { repliesApi } from "contract/replies";
import { register } from "#server/http/routes.ts";
import * as replies from "./replies.service.ts";

export function repliesRoutes(app: FastifyInstance): void {
  register(app, repliesApi, { list: ({ actor }) => replies.list(actor) });
}
