/** Who sees what of the model bureau, as permissions.md has it, and what the calls that read have to answer. */
import { casesApi } from "contract/cases";
import { commentsApi } from "contract/comments";
import { invoicesApi } from "contract/invoices";
import type { Asking } from "./asking.ts";
import type { Bureau, CaseFile, Member, Message, Sheet } from "./bureau.ts";

const vanuatu = ["fiu-letter", "approval-in-principle", "vanuatu-passport"];
const open = ["Sent", "Paid by client"];

export const isAdmin = (who: Member): boolean => who.role === "admin";
const readsAllInvoices = (who: Member): boolean => isAdmin(who) || who.role === "accountant";
const isOpen = ({ values }: Sheet): boolean => open.includes(String(values["status"]));
const isThere = ({ isGone }: Sheet): boolean => !isGone;
const byId = (first: { id: number }, second: { id: number }): number => first.id - second.id;

export function sees(who: Member, caseFile: CaseFile): boolean {
  return !caseFile.isGone && (isAdmin(who) || caseFile.assigned.includes(who));
}

export function mayUse(who: Member, category: string): boolean {
  return isAdmin(who) || !vanuatu.includes(category);
}

export function seesPaper(who: Member, caseFile: CaseFile, paper: Sheet): boolean {
  return sees(who, caseFile) && !paper.isGone && mayUse(who, String(paper.values["category"]));
}

/** What a call has to answer: everything named here, in this order. What is not named may be anything. */
export type Reading = { ask: Asking; status: number; body?: unknown };

/** The lists that everybody has. */
export function listsOf(bureau: Bureau, who: Member): Reading[] {
  const isClient = who.role === "client";
  return [
    { ask: { endpoint: casesApi.list }, status: 200, body: listedCases(bureau, who) },
    isClient
      ? { ask: { endpoint: invoicesApi.list }, status: 403 }
      : { ask: { endpoint: invoicesApi.list }, status: 200, body: listedInvoices(bureau, who) },
  ];
}

/** One case from all sides; whoever does not see it meets the same 404 as for one that never was. */
export function readingsOf(who: Member, caseFile: CaseFile): Reading[] {
  const byCode = { caseId: caseFile.code };
  const seen = sees(who, caseFile);
  const invoicesAreSeen = seen || (!caseFile.isGone && readsAllInvoices(who));
  return [
    {
      ask: { endpoint: casesApi.get, params: byCode },
      ...(seen ? { status: 200, body: detail(who, caseFile) } : { status: 404 }),
    },
    {
      ask: { endpoint: commentsApi.list, params: { id: caseFile.id } },
      ...(seen ? { status: 200, body: conversation(caseFile) } : { status: 404 }),
    },
    {
      ask: { endpoint: invoicesApi.listOfCase, params: byCode },
      ...(invoicesAreSeen
        ? { status: 200, body: invoicesOnCase(who, caseFile).map((row) => shown(caseFile, row)) }
        : { status: 404 }),
    },
  ];
}

function listedCases(bureau: Bureau, who: Member): unknown[] {
  return bureau.cases
    .filter((caseFile) => sees(who, caseFile))
    .toSorted((first, second) => second.movedAt - first.movedAt)
    .map((caseFile) => ({ ...card(caseFile), unreadCount: unread(who, caseFile) }));
}

function listedInvoices(bureau: Bureau, who: Member): unknown[] {
  return bureau.cases
    .filter((caseFile) => !caseFile.isGone && (readsAllInvoices(who) || sees(who, caseFile)))
    .flatMap((caseFile) => caseFile.invoices.filter(isThere).map((row) => ({ caseFile, row })))
    .toSorted((first, second) => byId(second.row, first.row))
    .map(({ caseFile, row }) => shown(caseFile, row));
}

function invoicesOnCase(who: Member, caseFile: CaseFile): Sheet[] {
  return caseFile.invoices
    .filter((row) => isThere(row) && (readsAllInvoices(who) || isOpen(row)))
    .toSorted((first, second) => byId(second, first));
}

function shown(caseFile: CaseFile, { id, version, values }: Sheet): unknown {
  const { title, numberOfApplicants, citizenshipFee } = caseFile.values;
  const about = { caseId: caseFile.code, title, numberOfApplicants, citizenshipFee };
  return { id, version, ...values, case: about };
}

function card(caseFile: CaseFile): Record<string, unknown> {
  return {
    id: caseFile.id,
    caseId: caseFile.code,
    version: caseFile.version,
    createdBy: caseFile.creator.id,
    ...caseFile.values,
    assignedUsers: caseFile.assigned.map(({ id }) => ({ id, pending: false })),
  };
}

function detail(who: Member, caseFile: CaseFile): unknown {
  return {
    case: card(caseFile),
    documents: caseFile.documents
      .filter((paper) => seesPaper(who, caseFile, paper))
      .map(({ id, version, values }) => ({ id, version, ...values })),
    applicants: caseFile.applicants.map(({ id, version, values }) => ({ id, version, ...values })),
    can: { update: isAdmin(who), remove: isAdmin(who), removeDocuments: isAdmin(who) },
  };
}

function unread(who: Member, { messages }: CaseFile): number {
  return messages.filter(({ readers }) => !readers.has(who)).length;
}

function conversation({ messages }: CaseFile): unknown[] {
  const said = ({ id, text, author, reactions }: Message) => ({
    id,
    message: text,
    user: { id: author.id },
    reactions: reactions.map(({ who, emoji }) => ({ userId: who.id, emoji })),
  });
  return messages
    .filter(({ thread }) => thread === null)
    .map((message) => ({
      ...said(message),
      replies: messages.filter(({ thread }) => thread === message).map(said),
    }));
}
