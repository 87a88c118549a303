import type { FastifyInstance } from "fastify";
import { readingsApi } from "contract/readings";
import { fileHeaders } from "#server/files/serve.ts";
import { register } from "#server/http/routes.ts";
import * as readings from "./readings.service.ts";
import * as verdicts from "./verdicts.service.ts";

export function readingsRoutes(app: FastifyInstance): void {
  register(app, readingsApi, {
    listOfCase: ({ actor, subject }) => readings.listOfCase(actor, subject.id),
    get: ({ actor, subject }) => readings.get(actor, subject),
    readAgain: ({ actor, subject }) => readings.readAgain(actor, subject),
    strip: async ({ actor, subject, reply }) => {
      const picture = await readings.strip(actor, subject);
      await reply
        .headers(fileHeaders)
        .header("cache-control", "no-store")
        .header("content-type", "image/png")
        .send(Buffer.from(picture));
    },
    decide: ({ actor, subject, body }) => verdicts.decide(actor, { subject, input: body }),
    undo: ({ actor, subject, params }) => verdicts.undo(actor, { subject, field: params.field }),
    judgeTyped: ({ actor, subject, body }) =>
      readings.judgeTyped(actor, { caseId: subject.id, ...body }),
  });
}
