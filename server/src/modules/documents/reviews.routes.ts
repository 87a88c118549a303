import type { FastifyInstance } from "fastify";
import { reviewsApi } from "contract/reviews";
import { register } from "#server/http/routes.ts";
import { listVersions } from "./document-versions.service.ts";
import { setDates } from "./documents.service.ts";
import * as queue from "./review-queue.service.ts";
import * as reviews from "./reviews.service.ts";

export function reviewsRoutes(app: FastifyInstance): void {
  register(app, reviewsApi, {
    list: ({ actor, query }) => queue.list(actor, query),
    count: async ({ actor }) => ({ count: await queue.count(actor) }),
    setDates: ({ actor, subject, basedOn, body }) =>
      setDates(actor, { subject, basedOn, dates: body }),
    create: ({ actor, subject, body }) => reviews.create(actor, { subject, input: body }),
    undo: ({ actor, subject, params }) =>
      reviews.undo(actor, { subject, reviewId: params.reviewId }),
    listOfDocument: ({ actor, subject }) => reviews.listOfDocument(actor, subject),
    listVersions: ({ actor, subject }) => listVersions(actor, subject),
  });
}
