/** The cases of the further families, told in the same words as those of demo-cases.json. */
import type { CaseStatus } from "contract/case-status";
import type { InvoiceStage, InvoiceStatus } from "contract/invoices";
import type {
  DemoApplicant,
  DemoCase,
  DemoChecklist,
  DemoInvoice,
  DemoStatusDuration,
  DemoUser,
} from "./demo-bureau.ts";
import { conversationOf } from "./further-conversations.ts";
import { type FurtherFamily, furtherFamilies, wayTo } from "./further-families.ts";

const WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const DAY_MS = 86_400_000;
/** How long the stages of the way take, in their order; the last number stands for what ends it. */
const usualDays = [15, 24, 33, 28, 19, 26, 17, 30, 9];
const advisers = ["agent1", "agent2"];

export type FurtherCases = { users: DemoUser[]; cases: DemoCase[] };

/** `asOf`: the day of which the data speaks. */
export function furtherCases(asOf: string): FurtherCases {
  const users = furtherFamilies.map(userOf);
  const cases = furtherFamilies.map((family, index) => caseOf(family, { index, asOf }));
  return { users, cases };
}

const keyOf = (index: number) => `family${index + 1}`;

function userOf({ firstName, lastName }: FurtherFamily, index: number): DemoUser {
  const email = `${keyOf(index)}@client.example`;
  return { key: keyOf(index), firstName, lastName, email, role: "client", isAdmin: false };
}

type Place = { index: number; asOf: string };

function caseOf(family: FurtherFamily, { index, asOf }: Place): DemoCase {
  const { program, status, gender } = family;
  const daysAgo = (days: number) =>
    `${new Date(Date.parse(asOf) - days * DAY_MS).toISOString().slice(0, 10)}T10:${10 + index}:00+04:00`;
  const stays = staysOf(status, index);
  const openedAgo = stays[0]?.daysAgo ?? 0;
  const adviser = advisers[index % advisers.length] ?? "admin";
  const fullName = `${family.firstName} ${family.lastName}`;
  const isComplete = status === "citizen";
  const isUnsorted = !isComplete && index % 3 === 0;
  const caseId = `${program === "vanuatu" ? "VU" : "NR"}-2026-${String(20 + index).padStart(4, "0")}`;
  return {
    caseId,
    title: `${fullName} - Citizenship Application`,
    citizenshipProgram: program,
    nationality: family.nationality,
    gender: gender === "male" ? "Mr." : "Ms.",
    numberOfApplicants: 1 + family.others.length,
    status,
    description: "",
    fiuFee: program === "vanuatu" ? 500_000 : 600_000,
    citizenshipFee: contributionOf(family),
    createdBy: "admin",
    createdAt: daysAgo(openedAgo),
    updatedAt: daysAgo(Math.min(openedAgo, index % 9)),
    assignedUsers: index % 5 === 0 ? [...advisers, keyOf(index)] : [adviser, keyOf(index)],
    mrz: [`P<${family.country}`, `N403794${String(index).padStart(2, "0")}`],
    applicants: applicantsOf(family, index),
    documents: [
      {
        ...fileOf("CV", status !== "onboarding"),
        category: "cv",
        assignedTo: "a0",
        uploadedAt: daysAgo(Math.max(0, openedAgo - 2)),
      },
      {
        ...fileOf("Reference letter", isComplete || index % 3 === 1),
        category: isUnsorted ? "uncategorized" : "employment",
        assignedTo: isUnsorted ? null : "a0",
        uploadedAt: daysAgo(Math.max(0, openedAgo - 5)),
      },
    ],
    statusHistory: stays.map((stay, place): DemoStatusDuration => {
      const next = stays[place + 1];
      return {
        toStatus: stay.status,
        startedAt: daysAgo(stay.daysAgo),
        endedAt: next ? daysAgo(next.daysAgo) : null,
        changedBy: place === 0 ? "admin" : adviser,
      };
    }),
    invoices: invoicesOf(family, { index, stays, dayOf: (days) => daysAgo(days).slice(0, 10) }),
    serviceAgreements: [],
    comments: conversationOf({
      status,
      adviser,
      client: keyOf(index),
      daysAgo,
      since: openedAgo,
      index,
    }),
    internalNotes: [],
    auditEvents: [],
    isSketched: true,
    checklist: {
      submissionOn: null,
      facts: factsOf(family),
      documents: [],
      reviews: [],
      verdicts: [],
      extras: [],
    },
  };
}

/** They all live where the bureau is. */
function factsOf({ others }: FurtherFamily): DemoChecklist["facts"] {
  const livesHere = { residences: ["ARE"] };
  const married = { ...livesHere, maritalStatus: "married" as const };
  const single = { ...livesHere, maritalStatus: "single" as const };
  const children = others.slice(1).map((_, place) => [`a${place + 2}`, single] as const);
  return {
    a0: others.length > 0 ? married : single,
    a1: married,
    ...Object.fromEntries(children),
  };
}

/** What still waits to be looked at is shown beside its rule: a PDF. */
function fileOf(name: string, isApproved: boolean) {
  return isApproved
    ? { originalName: `${name}.docx`, mimeType: WORD, isApproved }
    : { originalName: `${name}.pdf`, mimeType: "application/pdf", isApproved };
}

type Stay = { status: CaseStatus; daysAgo: number };

/** Backwards from today: how long the case has been where it is, and how long it took to come there. */
function staysOf(status: CaseStatus, index: number): Stay[] {
  const way = wayTo(status);
  let daysAgo = 2 + ((index * 5) % 17);
  const stays: Stay[] = [];
  for (const [place, stage] of [...way.entries()].toReversed()) {
    stays.unshift({ status: stage, daysAgo });
    daysAgo += (usualDays[place - 1] ?? 0) + ((index * 7 + place * 3) % 11) - 5;
  }
  return stays;
}

function contributionOf({ program, others }: FurtherFamily): number {
  return program === "vanuatu" ? 13_000_000 + others.length * 1_500_000 : 11_500_000;
}

function applicantsOf({ lastName, ...family }: FurtherFamily, index: number): DemoApplicant[] {
  const main: DemoApplicant = {
    key: "a0",
    fullName: `${family.firstName} ${lastName}`,
    category: "Main Applicant",
    gender: family.gender,
    dateOfBirth: `${1974 + (index % 15)}-0${1 + (index % 9)}-${10 + (index % 18)}`,
  };
  const others = family.others.map((name, place): DemoApplicant => {
    const year = place === 0 ? 1978 + (index % 12) : 2006 + ((index + place * 3) % 12);
    return {
      key: `a${place + 1}`,
      fullName: `${name} ${lastName}`,
      category: place === 0 ? "Spouse" : "Dependent Child",
      gender: (family.gender === "male") === (place % 2 === 0) ? "female" : "male",
      dateOfBirth: `${year}-0${1 + ((index + place) % 9)}-1${place}`,
    };
  });
  return [main, ...others];
}

type Billing = { index: number; stays: Stay[]; dayOf: (daysAgo: number) => string };

const lateStatuses: InvoiceStatus[] = ["Sent", "Paid by client", "Funds Processed"];

/** One when the checks begin, one for the contribution, one at the end; the newest is on its way to be paid. */
function invoicesOf(family: FurtherFamily, { index, stays, dayOf }: Billing): DemoInvoice[] {
  const bills: { at: CaseStatus; stage: InvoiceStage; usdFee: number; note: string }[] = [
    {
      at: "due_diligence_fiu_first_stage",
      stage: "Stage 1",
      usdFee: family.program === "vanuatu" ? 500_000 : 600_000,
      note: "Due diligence fee",
    },
    {
      at: "bank_clearance",
      stage: "Stage 2",
      usdFee: contributionOf(family),
      note: "Government contribution",
    },
    {
      at: "national_id_and_birth_registration",
      stage: "Post Citizenship",
      usdFee: 65_000 * (1 + family.others.length),
      note: "National ID, birth registration, insured courier",
    },
  ];
  const codes: Record<string, string> = { "Stage 1": "S1", "Stage 2": "S2" };
  const due = bills.filter(({ at }) => stays.some(({ status }) => status === at));
  return due.map(({ at, stage, usdFee, note }, place): DemoInvoice => {
    const isNewest = place === due.length - 1 && family.status !== "citizen";
    const late = family.status === "cancelled" ? "Cancelled" : lateStatuses[index % 3];
    const isInDirhams = index % 4 === 1;
    return {
      invoiceId: `${codes[stage] ?? "PC"}-2026-${String(100 + index).padStart(4, "0")}`,
      stage,
      currency: isInDirhams ? "AED" : "USD",
      rate: isInDirhams ? "0.2723" : "1.0000",
      usdFee,
      totalFee: isInDirhams ? Math.round(usdFee / 0.2723) : usdFee,
      status: isNewest ? (late ?? "Sent") : "Completed",
      date: dayOf(stays.find(({ status }) => status === at)?.daysAgo ?? 0),
      clientTrn: "N/A",
      address: "By email",
      note,
      paymentReceipts: [],
    };
  });
}
