/** The papers of a case, and the people whose papers they are. */
import { applicantsApi } from "contract/applicants";
import { documentsApi } from "contract/documents";
import { type ModelAction, idIn, type Situation, type Step } from "./action.ts";
import { Sheet, type Values } from "./bureau.ts";
import { mayUse, sees, seesPaper } from "./visibility.ts";

const categories = ["passport", "asset", "oath", "uncategorized", "fiu-letter", "vanuatu-passport"];
const categoryOf = (value: number) => categories[value % categories.length] as string;

const upload: ModelAction = ({ bureau, who, caseFile, value }) => {
  const [originalName, category] = [`Paper ${value}.pdf`, categoryOf(value)];
  return {
    ask: {
      endpoint: documentsApi.upload,
      params: { id: caseFile.id },
      body: { category },
      fileName: originalName,
    },
    isSeen: sees(who, caseFile),
    refusal: mayUse(who, category) ? undefined : 403,
    happen: (answer) => {
      const [{ id }] = answer as [{ id: number }];
      const values = { originalName, category, assignedTo: null, isApproved: false };
      caseFile.documents.push(new Sheet(id, values));
      bureau.move(caseFile);
    },
  };
};

const rename = ofPaper(({ value }) => ({
  endpoint: documentsApi.rename,
  body: { newName: `Name ${value}` },
  patch: { originalName: `Name ${value}.pdf` },
}));

const categorize = ofPaper(({ who, value }) => {
  const patch = { category: categoryOf(value) };
  return {
    endpoint: documentsApi.categorize,
    body: patch,
    patch,
    refusal: mayUse(who, patch.category) ? undefined : 403,
  };
});

const assignPaper = ofPaper(({ caseFile, value, bureau }) => {
  const everybody = bureau.cases.flatMap(({ applicants }) => applicants);
  const applicant = value % 3 === 0 ? null : everybody[value % (everybody.length || 1)];
  const patch = { assignedTo: applicant?.id ?? null };
  const isStranger = applicant != null && !caseFile.applicants.includes(applicant);
  return {
    endpoint: documentsApi.assign,
    body: patch,
    patch,
    refusal: isStranger ? 400 : undefined,
  };
});

const approve = ofPaper(() => ({ endpoint: documentsApi.approve, patch: { isApproved: true } }));

const removePaper = ofPaper(() => ({ endpoint: documentsApi.remove, patch: "remove" as const }));

type Change = {
  endpoint: Step["ask"]["endpoint"];
  body?: unknown;
  patch: Values | "remove";
  refusal?: number | undefined;
};

function ofPaper(decide: (situation: Situation) => Change): ModelAction {
  return (situation) => {
    const { bureau, who, caseFile, one } = situation;
    const paper = one(caseFile.documents);
    if (!paper) return null;
    const { endpoint, body, patch, refusal } = decide(situation);
    return {
      ask: { endpoint, params: { id: paper.id }, body },
      isSeen: seesPaper(who, caseFile, paper),
      refusal,
      happen: () => {
        if (patch === "remove") paper.isGone = true;
        else if (!paper.write(patch)) return;
        bureau.move(caseFile);
      },
    };
  };
}

/** A whole list without ids: rows keep their places, those beyond it go. */
const saveApplicants: ModelAction = ({ bureau, who, caseFile, value }) => {
  const rows = Array.from({ length: (value % 3) + 1 }, (_, position) => ({
    fullName: `Person ${value % 4} ${position}`,
    category: position === 0 ? "Main Applicant" : "Dependent Child",
    dateOfBirth: value % 2 === 0 ? null : "2000-02-29",
  }));
  return {
    ask: {
      endpoint: applicantsApi.save,
      params: { id: caseFile.id },
      body: { applicants: rows },
    },
    isSeen: sees(who, caseFile),
    happen: (answer) => {
      const saved = answer as { id: number }[];
      const changes = rows.map((row, position) => {
        const stored = caseFile.applicants[position];
        if (stored) return stored.write(row);
        caseFile.applicants.push(new Sheet(idIn(saved[position]), row));
        return true;
      });
      const isShorter = rows.length < caseFile.applicants.length;
      caseFile.keepApplicants(rows.length);
      if (isShorter || changes.includes(true)) bureau.move(caseFile);
    },
  };
};

const renameApplicant: ModelAction = ({ bureau, who, caseFile, one, value }) => {
  const applicant = one(caseFile.applicants);
  if (!applicant) return null;
  const fullName = `Person ${value % 4} ${value % 3}`;
  const isTaken = caseFile.applicants.some(
    (other) => other !== applicant && other.values["fullName"] === fullName,
  );
  return {
    ask: {
      endpoint: applicantsApi.update,
      params: { id: applicant.id },
      body: { fullName },
    },
    isSeen: sees(who, caseFile),
    refusal: isTaken ? 400 : undefined,
    happen: () => {
      if (applicant.write({ fullName })) bureau.move(caseFile);
    },
  };
};

export const documentActions = {
  upload,
  rename,
  categorize,
  assignPaper,
  approve,
  removePaper,
  saveApplicants,
  renameApplicant,
};
