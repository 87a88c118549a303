import { caseByCode, caseById, withBody, type Recipes } from "#testing/endpoint-recipe.ts";

export const activity: Recipes["activity"] = {
  list: caseById,
  listByCaseCode: caseByCode,
  listNotes: caseById,
  listNotesByCaseCode: caseByCode,
  createNote: withBody(caseById, { message: "A note" }),
  createNoteByCaseCode: withBody(caseByCode, { message: "A note" }),
};
