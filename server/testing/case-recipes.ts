/** Valid calls about cases and what hangs on them. */
import {
  caseByCode,
  caseById,
  type Prepare,
  none,
  type Recipes,
  withBody,
  withPdf,
} from "./endpoint-recipe.ts";
import { buildDocument } from "./factories/documents.ts";
import { uniqueSuffix } from "./factories/unique.ts";

type CaseModule =
  | "cases"
  | "caseLists"
  | "applicants"
  | "documents"
  | "samples"
  | "comments"
  | "activity";

const document: Prepare = async (fixtures) => ({ params: { id: (await fixtures.document()).id } });
const sample: Prepare = async (fixtures) => ({
  params: { idOrName: (await fixtures.sample()).id },
});
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
    updateCode: (fixtures) => ({
      params: { id: fixtures.caseFile.id },
      body: { caseId: `C-${uniqueSuffix()}` },
    }),
    updateCodeByCaseCode: (fixtures) => ({
      params: { caseId: fixtures.caseFile.caseId },
      body: { caseId: `C-${uniqueSuffix()}` },
    }),
    remove: caseById,
    assign: async (fixtures) => ({
      params: { id: fixtures.caseFile.id },
      body: { userId: (await fixtures.otherUser()).id },
    }),
    unassign: async (fixtures) => ({
      params: { id: fixtures.caseFile.id },
      body: { userId: (await fixtures.otherUser()).id },
    }),
  },
  caseLists: {
    page: none,
    counts: none,
    rows: ({ caseFile }) => ({ query: { ids: String(caseFile.id) } }),
  },
  applicants: {
    list: caseById,
    listByCaseCode: caseByCode,
    save: withBody(caseById, applicants),
    saveByCaseCode: withBody(caseByCode, applicants),
    update: async (fixtures) => ({
      params: { id: (await fixtures.applicant()).id },
      body: { fullName: "New Name" },
    }),
  },
  documents: {
    upload: withPdf(caseById, "files", { category: "uncategorized" }),
    view: document,
    download: document,
    listAccessLog: document,
    rename: withBody(document, { newName: "renamed.pdf" }),
    categorize: withBody(document, { category: "cv" }),
    assign: withBody(document, { assignedTo: null, newName: "scan.pdf" }),
    remove: document,
    approve: document,
    downloadStage: async (fixtures) => {
      await buildDocument({ caseId: fixtures.caseFile.id, category: "passport" });
      return { params: { caseId: fixtures.caseFile.caseId }, query: { stage: "stage1" } };
    },
  },
  samples: {
    list: none,
    upload: withPdf(none, "files", { category: "stage-1", program: "nauru" }),
    download: sample,
    view: sample,
    remove: async (fixtures) => ({ params: { id: (await fixtures.sample()).id } }),
  },
  comments: {
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
