/** Valid calls about cases and what hangs on them. */
import {
  caseByCode,
  caseById,
  type Cook,
  none,
  type Recipes,
  withBody,
  withPdf,
} from "./endpoint-recipe.ts";
import { buildDocument } from "./factories/documents.ts";
import { uniqueSuffix } from "./factories/unique.ts";

type CaseModule = "cases" | "applicants" | "documents" | "samples" | "comments" | "activity";

const document: Cook = async (world) => ({ params: { id: (await world.document()).id } });
const sample: Cook = async (world) => ({ params: { idOrName: (await world.sample()).id } });
const applicants = { applicants: [{ fullName: "Robin Person", category: "Main Applicant" }] };

export const caseRecipes: Pick<Recipes, CaseModule> = {
  cases: {
    list: none,
    create: () => ({
      body: {
        title: "New Family",
        nationality: "Emirati",
        citizenshipProgram: "vanuatu",
        gender: "Mr.",
      },
    }),
    get: caseByCode,
    update: withBody(caseById, { title: "Renamed Family" }),
    updateMeta: withBody(caseById, {
      title: "Renamed Family",
      status: "courier",
      nationality: "Emirati",
    }),
    updateStatus: withBody(caseByCode, { status: "courier" }),
    updateCode: (world) => ({
      params: { id: world.caseFile.id },
      body: { caseId: `C-${uniqueSuffix()}` },
    }),
    updateCodeByCaseCode: (world) => ({
      params: { caseId: world.caseFile.caseId },
      body: { caseId: `C-${uniqueSuffix()}` },
    }),
    remove: caseById,
    assign: async (world) => ({
      params: { id: world.caseFile.id },
      body: { userId: (await world.otherUser()).id },
    }),
    unassign: async (world) => ({
      params: { id: world.caseFile.id },
      body: { userId: (await world.otherUser()).id },
    }),
  },
  applicants: {
    list: caseById,
    listByCaseCode: caseByCode,
    save: withBody(caseById, applicants),
    saveByCaseCode: withBody(caseByCode, applicants),
    update: async (world) => ({
      params: { id: (await world.applicant()).id },
      body: { fullName: "New Name" },
    }),
  },
  documents: {
    upload: withPdf(caseById, "files", { category: "uncategorized" }),
    view: document,
    download: document,
    listOpenings: document,
    rename: withBody(document, { newName: "renamed.pdf" }),
    categorize: withBody(document, { category: "cv" }),
    assign: withBody(document, { assignedTo: null, newName: "scan.pdf" }),
    remove: document,
    approve: document,
    downloadStage: async (world) => {
      await buildDocument({ caseId: world.caseFile.id, category: "passport" });
      return { params: { caseId: world.caseFile.caseId }, query: { stage: "stage1" } };
    },
  },
  samples: {
    list: none,
    upload: withPdf(none, "files", { category: "stage-1", program: "nauru" }),
    download: sample,
    view: sample,
    remove: async (world) => ({ params: { id: (await world.sample()).id } }),
  },
  comments: {
    list: caseById,
    listByCaseCode: caseByCode,
    create: withBody(caseById, { message: "Hello" }),
    createByCaseCode: withBody(caseByCode, { message: "Hello" }),
    getUnreadCount: caseById,
    getUnreadCountByCaseCode: caseByCode,
    markRead: withBody(caseById, { commentIds: [] }),
    markReadByCaseCode: withBody(caseByCode, { commentIds: [] }),
    react: async (world) => ({ params: { id: (await world.comment()).id }, body: { emoji: "👍" } }),
    downloadAttachment: async (world) => ({ params: { fileName: await world.attachment() } }),
  },
  activity: {
    list: caseById,
    listByCaseCode: caseByCode,
    listNotes: caseById,
    listNotesByCaseCode: caseByCode,
    createNote: withBody(caseById, { message: "A note" }),
    createNoteByCaseCode: withBody(caseByCode, { message: "A note" }),
  },
};
