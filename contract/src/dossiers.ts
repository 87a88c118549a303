/** Bundles of papers that are handed to an authority. */
import * as z from "zod/mini";
import { programs } from "./case-parts.ts";
import {
  dossierMessages,
  dossierStates,
  fileProblems,
  MAX_DOSSIER_TITLE,
  MOST_PAPERS,
  partSizes,
  REASON_LENGTH,
} from "./dossier-parts.ts";
import { DossierDifference, DossierPlan } from "./dossier-plans.ts";
import { dossierKinds } from "./dossier-recipes.ts";
import { byCaseCode, endpoint, FILE } from "./endpoint.ts";
import { MessageAnswer } from "./errors.ts";
import {
  ById,
  CalendarDay,
  Id,
  IdInPath,
  longText,
  optionalText,
  requiredText,
  Timestamp,
} from "./fields.ts";

const Person = z.nullable(z.object({ id: z.number(), name: z.string() }));

export const DossierOptions = z.object({
  partMegabytes: z.literal(partSizes, "Invalid size of parts"),
  toFollow: z.boolean(),
  /** The dossier that the page 'What is new' compares with. */
  newSince: z.nullable(Id),
});
export type DossierOptions = z.infer<typeof DossierOptions>;

export const DossierDocument = z.object({
  position: z.number(),
  documentId: z.nullable(z.number()),
  chainId: z.number(),
  label: z.string(),
  personName: z.nullable(z.string()),
  fileName: z.string(),
  fileSha256: z.string(),
  bytes: z.number(),
  firstPage: z.nullable(z.number()),
  lastPage: z.nullable(z.number()),
  part: z.nullable(z.number()),
  separate: z.boolean(),
  problem: z.nullable(z.enum(fileProblems)),
});
export type DossierDocument = z.infer<typeof DossierDocument>;

export const DossierFile = z.object({
  position: z.number(),
  kind: z.enum(["part", "manifest"]),
  name: z.string(),
  sha256: z.string(),
  bytes: z.number(),
  firstPage: z.nullable(z.number()),
  lastPage: z.nullable(z.number()),
});
export type DossierFile = z.infer<typeof DossierFile>;

const dossierFields = {
  id: z.number(),
  caseId: z.number(),
  number: z.number(),
  kind: z.enum(dossierKinds),
  program: z.enum(programs),
  title: z.string(),
  addressee: z.string(),
  options: DossierOptions,
  reason: z.nullable(z.string()),
  holdsGovernment: z.boolean(),
  state: z.enum(dossierStates),
  problem: z.nullable(z.string()),
  step: z.nullable(z.string()),
  donePages: z.number(),
  totalPages: z.number(),
  pages: z.nullable(z.number()),
  bytes: z.nullable(z.number()),
  parts: z.nullable(z.number()),
  differenceFrom: z.nullable(z.number()),
  /** null: the account has been deleted. */
  builtBy: Person,
  requestedAt: Timestamp,
  builtAt: z.nullable(Timestamp),
  handedInOn: z.nullable(z.string()),
  authorityReference: z.nullable(z.string()),
  removedAt: z.nullable(Timestamp),
  removedReason: z.nullable(z.string()),
  version: z.number(),
};
export const Dossier = z.object(dossierFields);
export type Dossier = z.infer<typeof Dossier>;
export const DossierDetail = z.object({
  ...dossierFields,
  documents: z.array(DossierDocument),
  files: z.array(DossierFile),
  /** What it was asked for with: a failed one is tried again with the same. */
  chosen: z.object({ documents: z.array(z.number()), leftOut: z.array(z.string()) }),
});
export type DossierDetail = z.infer<typeof DossierDetail>;

const Kind = z.enum(dossierKinds, "Invalid kind of dossier");
const ChosenIds = z.array(Id).check(z.maxLength(MOST_PAPERS, dossierMessages.tooManyPapers));

export const BuildDossierInput = z.object({
  kind: Kind,
  title: requiredText("Title is required", MAX_DOSSIER_TITLE),
  addressee: requiredText("Addressee is required", MAX_DOSSIER_TITLE),
  /** All that go in. */
  documents: ChosenIds,
  /** Keys of items, numbers of documents. */
  leftOut: z.array(z.string().check(z.maxLength(40))).check(z.maxLength(1000)),
  reason: z.optional(z.nullable(longText().check(z.maxLength(REASON_LENGTH.longest)))),
  options: DossierOptions,
});
export type BuildDossierInput = z.input<typeof BuildDossierInput>;

export const UpdateDossierInput = z.object({
  handedInOn: z.optional(z.nullable(CalendarDay)),
  authorityReference: z.optional(z.nullable(optionalText(100))),
});
export type UpdateDossierInput = z.input<typeof UpdateDossierInput>;

export const RemoveDossierInput = z.object({
  reason: longText(dossierMessages.whyRemoved).check(
    z.minLength(REASON_LENGTH.shortest, dossierMessages.whyRemoved),
    z.maxLength(REASON_LENGTH.longest, dossierMessages.whyRemoved),
  ),
});

const chosenInQuery = z.union([
  z.array(IdInPath),
  z.pipe(
    IdInPath,
    z.transform((id) => [id]),
  ),
]);
export const PlanQuery = z.object({
  kind: Kind,
  /** Those chosen for an answer, and those that are taken by a tick. */
  documents: z.optional(chosenInQuery),
});

export const DossiersQuery = z.object({
  /** Those alone that keep a copy of this document. */
  document: z.optional(IdInPath),
});

const ByFile = z.object({ id: IdInPath, position: IdInPath });
const ByCode = z.object({ caseId: z.string().check(z.minLength(1), z.maxLength(100)) });

const list = endpoint({
  method: "GET",
  path: "/api/cases/:id/dossiers",
  access: "staff",
  scope: "documents:read",
  subject: "case",
  summary: "The dossiers of a case, newest first",
  params: ById,
  query: DossiersQuery,
  response: z.array(Dossier),
});

export const dossiersApi = {
  list,
  listByCaseCode: byCaseCode(list, ByCode),
  plan: endpoint({
    method: "GET",
    path: "/api/cases/:id/dossiers/plan",
    access: "staff",
    scope: "documents:read",
    subject: "case",
    summary: "What would go into a dossier, what is missing, and what stands in the way",
    params: ById,
    query: PlanQuery,
    response: DossierPlan,
  }),
  build: endpoint({
    method: "POST",
    path: "/api/cases/:id/dossiers",
    access: "staff",
    scope: "documents:write",
    subject: "case",
    summary: "Build a dossier",
    params: ById,
    body: BuildDossierInput,
    response: Dossier,
    status: 201,
    budget: "dossiers",
  }),
  get: endpoint({
    method: "GET",
    path: "/api/dossiers/:id",
    access: "staff",
    scope: "documents:read",
    subject: "dossier",
    summary: "One dossier with its papers and files",
    params: ById,
    response: DossierDetail,
  }),
  downloadFile: endpoint({
    method: "GET",
    path: "/api/dossiers/:id/files/:position",
    access: "staff",
    scope: "documents:read",
    subject: "dossier",
    summary: "Download a file of a dossier",
    params: ByFile,
    response: FILE,
    budget: "downloads",
  }),
  viewFile: endpoint({
    method: "GET",
    path: "/api/dossiers/:id/files/:position/view",
    access: "staff",
    scope: "documents:read",
    subject: "dossier",
    summary: "Look at a file of a dossier",
    params: ByFile,
    response: FILE,
    budget: "downloads",
  }),
  download: endpoint({
    method: "GET",
    path: "/api/dossiers/:id/download",
    access: "staff",
    scope: "documents:read",
    subject: "dossier",
    summary: "A dossier as a ZIP, with its manifest and its separate files",
    params: ById,
    response: FILE,
    budget: "archives",
  }),
  difference: endpoint({
    method: "GET",
    path: "/api/dossiers/:id/difference",
    access: "staff",
    scope: "documents:read",
    subject: "dossier",
    summary: "What is new, replaced, gone and the same since another dossier",
    params: ById,
    query: z.object({ from: z.optional(IdInPath) }),
    response: DossierDifference,
  }),
  cancel: endpoint({
    method: "POST",
    path: "/api/dossiers/:id/cancel",
    access: "staff",
    scope: "documents:write",
    subject: "dossier",
    summary: "Stop building a dossier",
    params: ById,
    response: Dossier,
  }),
  update: endpoint({
    method: "PATCH",
    path: "/api/dossiers/:id",
    access: "staff",
    scope: "documents:write",
    subject: "dossier",
    summary: "Say when a dossier was handed in, and under which reference",
    params: ById,
    body: UpdateDossierInput,
    response: Dossier,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/api/dossiers/:id",
    access: "admin",
    amongStaff: true,
    scope: "documents:write",
    subject: "dossier",
    summary: "Remove a dossier; its row stays",
    params: ById,
    body: RemoveDossierInput,
    response: MessageAnswer,
  }),
};
