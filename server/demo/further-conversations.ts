/** What is said in the cases of the further families, over the last six weeks. */
import type { CaseStatus } from "contract/case-status";
import type { DemoComment, DemoReply } from "./demo-bureau.ts";

type Said = { byClient: boolean; message: string };

const opening: readonly Said[] = [
  { byClient: false, message: "Welcome. Please begin with the passports of everybody." },
  { byClient: true, message: "Thank you. We upload them this evening." },
];

const ofStatus: Partial<Record<CaseStatus, readonly Said[]>> = {
  onboarding: [
    { byClient: true, message: "Does the police certificate need a translation?" },
    { byClient: false, message: "Only if it is not in English or French." },
  ],
  due_diligence_fiu_first_stage: [
    { byClient: false, message: "Your file is with the Financial Intelligence Unit." },
    { byClient: true, message: "How long does it usually take?" },
    { byClient: false, message: "Three to four weeks. We write as soon as we hear." },
  ],
  citizenship_application_second_stage: [
    { byClient: true, message: "The bank asks to whom the reference letter is addressed." },
    { byClient: false, message: "To whom it may concern; it should name the account’s age." },
  ],
  bank_clearance: [
    { byClient: true, message: "The transfer left on Tuesday, the advice is uploaded." },
    { byClient: false, message: "Received. The bank’s compliance takes about two weeks." },
  ],
  hold: [
    { byClient: true, message: "We travel until the new year and would like to pause." },
    { byClient: false, message: "Of course. Everything is kept; tell us when you are back." },
  ],
  cancelled: [{ byClient: true, message: "We have decided otherwise. Thank you for your help." }],
  citizen: [
    { byClient: false, message: "Congratulations to the whole family!" },
    { byClient: true, message: "We are very happy. Thank you all." },
  ],
};
const afterwards: readonly Said[] = [
  { byClient: false, message: "The next step has begun; the dates are in the case." },
  { byClient: true, message: "Good news. Is anything needed from us?" },
  { byClient: false, message: "Not now. Please keep the passports at hand." },
];

type Talk = {
  status: CaseStatus;
  adviser: string;
  client: string;
  /** The moment so many days before the day of the data. */
  daysAgo: (days: number) => string;
  /** No earlier than this day. */
  since: number;
  index: number;
};

export function conversationOf({ status, adviser, client, ...talk }: Talk): DemoComment[] {
  const said = [...opening, ...(ofStatus[status] ?? afterwards)];
  const first = Math.min(talk.since, 42 - (talk.index % 9));
  return said.map(({ byClient, message }, place): DemoComment => {
    const days = Math.round(first - (place * (first - (talk.index % 6))) / said.length);
    const comment: DemoReply = {
      user: byClient ? client : adviser,
      createdAt: talk.daysAgo(days).replace("T10:", `T${11 + place}:`),
      message,
      reactions: place === 1 ? [{ user: adviser, emoji: "👍" }] : [],
    };
    return { ...comment, replies: [] };
  });
}
