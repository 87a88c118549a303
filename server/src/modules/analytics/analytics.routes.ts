import type { FastifyInstance } from "fastify";
import { analyticsApi } from "contract/analytics";
import { register } from "#server/http/routes.ts";
import * as analytics from "./analytics.service.ts";

export function analyticsRoutes(app: FastifyInstance): void {
  register(app, analyticsApi, {
    listAverages: () => analytics.listAverages(),
    listFastest: () => analytics.listFastest(),
    listSlowest: () => analytics.listSlowest(),
    getTotal: () => analytics.getTotal(),
  });
}
