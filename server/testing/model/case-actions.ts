import { caseStatuses } from "contract/case-status";
import { casesApi } from "contract/cases";
import { type ModelAction, type Situation } from "./action.ts";
import { CaseFile, type Values } from "./bureau.ts";
import { sees } from "./visibility.ts";

type Opened = { id: number; caseId: string };

/** Few, so that they meet. */
const codeOf = (value: number) => `Model ${value % 4}`;
const statusOf = (value: number) => caseStatuses[value % caseStatuses.length] as string;

const open: ModelAction = ({ bureau, who, other, value }) => {
  const values = {
    title: `Family ${value}`,
    description: value % 2 === 0 ? null : `About ${value}`,
    numberOfApplicants: (value % 3) + 1,
    status: statusOf(value),
    nationality: "Emirati",
    citizenshipProgram: value % 2 === 0 ? "vanuatu" : "nauru",
    gender: value % 2 === 0 ? "Mr." : "Ms.",
    fiuFee: value * 100,
    citizenshipFee: value,
  };
  const code = value % 3 === 0 ? codeOf(value) : null;
  const assigned = value % 2 === 0 ? [other] : [];
  const body = { ...values, assignedUsers: assigned.map(({ id }) => id) };
  return {
    ask: { endpoint: casesApi.create, body: code === null ? body : { ...body, caseId: code } },
    isSeen: true,
    refusal: code !== null && bureau.holdsCode(code) ? 409 : undefined,
    happen: (answer) => {
      const { id, caseId } = answer as Opened;
      const caseFile = new CaseFile({ id, code: code ?? caseId, creator: who }, values);
      caseFile.assigned = assigned;
      bureau.open(caseFile);
    },
  };
};

/** Any of the fields, on the version that stands now or on an older one. */
const edit: ModelAction = (situation) => {
  const { value, caseFile } = situation;
  const all: Values = {
    title: `Family ${value}`,
    description: `About ${value}`,
    citizenshipFee: value * 10,
    fiuFee: value,
  };
  const patch = Object.fromEntries(
    Object.entries(all).filter((_, index) => ((value >> index) & 1) === 1),
  );
  const isBlind = value % 5 === 0;
  const basedOn = Math.max(1, caseFile.version - (value % 3));
  return changing(situation, patch, {
    ask: {
      endpoint: casesApi.update,
      params: { id: caseFile.id },
      body: patch,
      ...(!isBlind && { basedOn }),
    },
    ...(!isBlind && caseFile.collides(patch, basedOn) && { refusal: 409 }),
  });
};

const countApplicants: ModelAction = (situation) => {
  const patch = { numberOfApplicants: (situation.value % 4) + 1 };
  const params = { id: situation.caseFile.id };
  return changing(situation, patch, { ask: { endpoint: casesApi.update, params, body: patch } });
};

const changeStatus: ModelAction = (situation) => {
  const patch = { status: statusOf(situation.value) };
  const params = { caseId: situation.caseFile.code };
  const ask = { endpoint: casesApi.updateStatus, params, body: patch };
  return changing(situation, patch, { ask });
};

const changeCode: ModelAction = ({ bureau, who, caseFile, value }) => {
  const code = codeOf(value);
  return {
    ask: {
      endpoint: casesApi.updateCode,
      params: { id: caseFile.id },
      body: { caseId: code },
    },
    isSeen: sees(who, caseFile),
    refusal: bureau.holdsCode(code, caseFile) ? 409 : undefined,
    happen: () => {
      if (caseFile.code === code) return;
      bureau.giveCode(caseFile, code);
      caseFile.version += 1;
      bureau.move(caseFile);
    },
  };
};

const assign: ModelAction = ({ bureau, who, caseFile, other }) => {
  const isNew = !caseFile.assigned.includes(other);
  return {
    ask: {
      endpoint: casesApi.assign,
      params: { id: caseFile.id },
      body: { userId: other.id },
    },
    isSeen: sees(who, caseFile),
    success: isNew ? 201 : 200,
    happen: () => {
      if (!isNew) return;
      caseFile.assigned.push(other);
      bureau.move(caseFile);
    },
  };
};

const unassign: ModelAction = ({ bureau, who, caseFile, other }) => ({
  ask: { endpoint: casesApi.unassign, params: { id: caseFile.id }, body: { userId: other.id } },
  isSeen: sees(who, caseFile),
  happen: () => {
    if (!caseFile.assigned.includes(other)) return;
    caseFile.assigned = caseFile.assigned.filter((member) => member !== other);
    bureau.move(caseFile);
  },
});

const remove: ModelAction = ({ who, caseFile }) => ({
  ask: { endpoint: casesApi.remove, params: { id: caseFile.id } },
  isSeen: sees(who, caseFile),
  happen: () => {
    caseFile.isGone = true;
  },
});

function changing(
  { bureau, who, caseFile }: Situation,
  patch: Values,
  step: Pick<NonNullable<ReturnType<ModelAction>>, "ask" | "refusal">,
) {
  return {
    ...step,
    isSeen: sees(who, caseFile),
    happen: () => {
      if (caseFile.write(patch)) bureau.move(caseFile);
    },
  };
}

export const caseActions = {
  open,
  edit,
  countApplicants,
  changeStatus,
  changeCode,
  assign,
  unassign,
  remove,
};
