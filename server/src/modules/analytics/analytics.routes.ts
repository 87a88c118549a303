import type { FastifyInstance } from "fastify";
import { analyticsApi } from "contract/analytics";
import { register } from "#server/http/routes.ts";
import * as analytics from "./analytics.service.ts";

export function analyticsRoutes(app: FastifyInstance): void {
  register(app, analyticsApi, {
    listAverages: ({ actor }) => analytics.listAverages(actor),
    listFastest: ({ actor }) => analytics.listFastest(actor),
    listSlowest: ({ actor }) => analytics.listSlowest(actor),
    getTotal: ({ actor }) => analytics.getTotal(actor),
  });
}
