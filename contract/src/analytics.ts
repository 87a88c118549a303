/** How long cases stay in a status, from the history of their changes. */
import * as z from "zod/mini";
import { caseStatuses } from "./case-status.ts";
import { endpoint } from "./endpoint.ts";

export const OVERVIEW_TRANSITIONS = 5;

export const TransitionStatistic = z.object({
  fromStatus: z.enum(caseStatuses),
  toStatus: z.enum(caseStatuses),
  totalTransitions: z.number(),
  formattedDuration: z.string(),
  avgDays: z.number(),
  avgHours: z.number(),
});
export type TransitionStatistic = z.infer<typeof TransitionStatistic>;

export const analyticsApi = {
  listAverages: endpoint({
    method: "GET",
    path: "/api/analytics/status-durations/averages",
    access: "admin",
    scope: "cases:read",
    summary: "Every pair of statuses with its average stay, most frequent first",
    response: z.array(TransitionStatistic),
  }),
  listFastest: endpoint({
    method: "GET",
    path: "/api/analytics/status-durations/fastest",
    access: "admin",
    scope: "cases:read",
    summary: "The ten quickest transitions",
    response: z.array(TransitionStatistic),
  }),
  listSlowest: endpoint({
    method: "GET",
    path: "/api/analytics/status-durations/slowest",
    access: "admin",
    scope: "cases:read",
    summary: "The ten slowest transitions",
    response: z.array(TransitionStatistic),
  }),
  getTotal: endpoint({
    method: "GET",
    path: "/api/analytics/status-durations/total",
    access: "admin",
    scope: "cases:read",
    summary: "How many status changes are recorded",
    response: z.number(),
  }),
};
