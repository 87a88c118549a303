import type { FastifyInstance } from "fastify";
import { operationsApi } from "contract/operations";
import { runtime } from "#server/core/runtime.ts";
import { version } from "#server/core/version.ts";
import { describeApi } from "#server/http/openapi.ts";
import { register } from "#server/http/routes.ts";
import { assertReady } from "#server/operations/readiness.ts";
import { readFirstSteps } from "./first-steps.ts";
import { assertOperates } from "./operations.policy.ts";
import { violationsIn } from "./policy-reports.ts";
import { sendTestMail } from "./test-mail.service.ts";

export function operationsRoutes(app: FastifyInstance): void {
  register(app, operationsApi, {
    getHealth: () => ({ status: "ok" as const }),
    getReadiness: async () => {
      await assertReady();
      return { status: "ok" as const };
    },
    reportPolicy: ({ body }) => {
      for (const violation of violationsIn(body)) {
        runtime.log.warn(violation, "a page was kept from loading something");
      }
      return { message: "Noted" };
    },
    getVersion: ({ actor }) => {
      assertOperates(actor);
      return { version };
    },
    sendTestMail: async ({ actor }) => {
      await sendTestMail(actor);
      return { message: `Test mail sent to ${actor.email}` };
    },
    getFirstSteps: async ({ actor }) => {
      assertOperates(actor);
      return { steps: await readFirstSteps() };
    },
    getOpenApi: () => describeApi(runtime.config.appOrigin),
  });
}
