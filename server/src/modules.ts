/** Every module of the portal, in one list: its routes are registered by app.ts. */
import type { FastifyInstance } from "fastify";
import { activityRoutes } from "#server/modules/activity/activity.routes.ts";
import { agreementsRoutes } from "#server/modules/agreements/agreements.routes.ts";
import { analyticsRoutes } from "#server/modules/analytics/analytics.routes.ts";
import { applicantsRoutes } from "#server/modules/applicants/applicants.routes.ts";
import { automationRoutes } from "#server/modules/automation/automation.routes.ts";
import { casesRoutes } from "#server/modules/cases/cases.routes.ts";
import { commentsRoutes } from "#server/modules/comments/comments.routes.ts";
import { documentsRoutes } from "#server/modules/documents/documents.routes.ts";
import { invoicesRoutes } from "#server/modules/invoices/invoices.routes.ts";
import { operationsRoutes } from "#server/modules/operations/operations.routes.ts";
import { profileRoutes } from "#server/modules/profile/profile.routes.ts";
import { samplesRoutes } from "#server/modules/samples/samples.routes.ts";
import { sessionRoutes } from "#server/modules/session/session.routes.ts";
import { stepUpRoutes } from "#server/modules/step-up/step-up.routes.ts";
import { twoFactorRoutes } from "#server/modules/two-factor/two-factor.routes.ts";
import { usersRoutes } from "#server/modules/users/users.routes.ts";

export const modules: readonly ((app: FastifyInstance) => void)[] = [
  activityRoutes,
  agreementsRoutes,
  analyticsRoutes,
  applicantsRoutes,
  automationRoutes,
  casesRoutes,
  commentsRoutes,
  documentsRoutes,
  twoFactorRoutes,
  invoicesRoutes,
  operationsRoutes,
  profileRoutes,
  samplesRoutes,
  sessionRoutes,
  stepUpRoutes,
  usersRoutes,
];
