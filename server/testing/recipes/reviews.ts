import { none, withBody, type Recipes } from "#testing/endpoint-recipe.ts";
import { buildDocument } from "#testing/factories/documents.ts";
import { buildReview } from "#testing/factories/reviews.ts";
import { document } from "./documents.ts";

export const reviews: Recipes["reviews"] = {
  list: none,
  count: none,
  setDates: withBody(document, { issuedOn: "2026-01-05", country: "LBN" }),
  create: withBody(document, {
    decision: "changes_requested",
    reasonCode: "other",
    publicText: "Please send all pages.",
  }),
  undo: async (fixtures) => {
    const { id } = await fixtures.document();
    const review = await buildReview({ documentId: id, reviewedBy: fixtures.user?.id ?? null });
    return { params: { id, reviewId: review.id } };
  },
  listOfDocument: async (fixtures) => {
    const { id } = await fixtures.document();
    await buildReview({ documentId: id, reviewedBy: fixtures.user?.id ?? null });
    return { params: { id } };
  },
  listVersions: async (fixtures) => {
    const earlier = await fixtures.document();
    const { id } = await buildDocument({ caseId: earlier.caseId, replaces: earlier.id });
    return { params: { id } };
  },
};
