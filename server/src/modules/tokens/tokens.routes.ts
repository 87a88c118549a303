import type { FastifyInstance } from "fastify";
import { tokensApi } from "contract/tokens";
import { register } from "#server/http/routes.ts";
import * as tokens from "./tokens.service.ts";

export function tokensRoutes(app: FastifyInstance): void {
  register(app, tokensApi, {
    list: ({ actor }) => tokens.list(actor),
    create: ({ actor, body }) => tokens.create(actor, body),
    remove: async ({ actor, params }) => {
      await tokens.remove(actor, params.id);
      return { message: "Token revoked" };
    },
    listOfUser: ({ actor, params }) => tokens.listOfUser(actor, params.id),
    removeOfUser: async ({ actor, params }) => {
      await tokens.removeOfUser(actor, { userId: params.id, id: params.tokenId });
      return { message: "Token revoked" };
    },
  });
}
