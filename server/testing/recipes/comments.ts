import { caseByCode, caseById, withBody, type Recipes } from "#testing/endpoint-recipe.ts";

export const comments: Recipes["comments"] = {
  list: caseById,
  listByCaseCode: caseByCode,
  page: caseById,
  pageByCaseCode: caseByCode,
  create: withBody(caseById, { message: "Hello" }),
  createByCaseCode: withBody(caseByCode, { message: "Hello" }),
  getUnreadCount: caseById,
  getUnreadCountByCaseCode: caseByCode,
  markRead: withBody(caseById, { commentIds: [] }),
  markReadByCaseCode: withBody(caseByCode, { commentIds: [] }),
  react: async (fixtures) => ({
    params: { id: (await fixtures.comment()).id },
    body: { emoji: "👍" },
  }),
  downloadAttachment: async (fixtures) => ({ params: { fileName: await fixtures.attachment() } }),
};
