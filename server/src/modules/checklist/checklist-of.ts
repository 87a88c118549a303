/**
 * What a case needs of whom, what is there, what is wrong. Pure: no clock, no database, the order of what goes in says
 * nothing. As an admin sees it; `checklist-for.ts` takes away what others are not told.
 */
import type { Checklist, ChecklistItem, ItemDocument } from "contract/checklist";
import type { ItemState } from "contract/checklist-parts";
import {
  documentCategories,
  type DocumentCategory,
  documentGroupOf,
  documentGroups,
} from "contract/document-categories";
import type { Rule } from "contract/rules";
import { type AskedItem, askedItems } from "./asked-items.ts";
import { turnOf } from "./birthdays.ts";
import {
  type ApplicantFacts,
  type ChecklistInput,
  type DocumentFacts,
  isClosed,
  type PipelineStatus,
  stageOf,
} from "./checklist-input.ts";
import { stateOf } from "./item-state.ts";
import { placeDocuments } from "./placed-documents.ts";
import { documentStateOf, validUntilOf } from "./validity.ts";

export type DerivedChecklist = Pick<
  Checklist,
  "caseId" | "stage" | "today" | "submissionOn" | "people" | "items"
> & {
  others: (Checklist["others"][number] & { category: DocumentCategory })[];
  /** Those in force. */
  rules: readonly Rule[];
};

const openStates = new Set<ItemState>([
  "missing",
  "waiting",
  "changes_requested",
  "expired",
  "undecided",
]);
const doneStates = new Set<ItemState>(["accepted", "expiring"]);

export const isOpen = ({ state }: { state: ItemState }) => openStates.has(state);
export const isDone = ({ state }: { state: ItemState }) => doneStates.has(state);

export function checklistOf(input: ChecklistInput): DerivedChecklist {
  const { caseFile } = input;
  const isOver = isClosed(caseFile.status);
  const today = isOver ? caseFile.statusSince : input.today;
  const stage = stageOf(caseFile);
  const people = input.applicants.toSorted(
    (one, other) => one.position - other.position || one.id - other.id,
  );
  const rules = input.rules
    .filter((rule) => rule.program === caseFile.citizenshipProgram && rule.retiredAt === null)
    .toSorted((one, other) => one.id - other.id);
  const documents = input.documents.filter(({ isCurrent }) => isCurrent).toSorted(byUpload);
  const asked = inOrder(askedItems({ input, rules, people, today }), people);
  const placed = placeDocuments(asked, documents, people);
  const items = asked.map((item) =>
    itemOf(item, placed.ofItem.get(item)?.toSorted(byUpload) ?? [], { today, stage }),
  );
  return {
    caseId: caseFile.id,
    stage,
    today,
    submissionOn: caseFile.submissionOn,
    people: people.map((person) => ({
      applicantId: person.id,
      ...figuresOf(items.filter(({ applicantId }) => applicantId === person.id)),
      turns: isOver ? null : turnOf(person, rules, { submissionOn: caseFile.submissionOn, today }),
    })),
    items,
    others: placed.others
      .toSorted((one, other) => byUpload(one.document, other.document))
      .map(({ document: { id, category }, reason }) => ({ documentId: id, category, reason })),
    rules,
  };
}

function figuresOf(items: readonly ChecklistItem[]): { done: number; total: number } {
  const counted = items.filter((item) => item.counted);
  return { done: counted.filter(isDone).length, total: counted.length };
}

function itemOf(
  item: AskedItem,
  files: readonly DocumentFacts[],
  { today, stage }: { today: string; stage: PipelineStatus },
): ChecklistItem {
  const { rule, decision, need, category, window } = item;
  const documents = files.map((file) => itemDocument(file, item, today));
  const found = stateOf(item, documents, stage);
  const dueOn = decision?.dueOn ?? null;
  const count = (...states: ItemDocument["state"][]) =>
    documents.filter(({ state }) => states.includes(state)).length;
  return {
    key: item.key,
    ruleId: rule?.id ?? null,
    extraId: rule ? null : (decision?.id ?? null),
    applicantId: item.applicantId,
    category,
    group: documentGroupOf(category),
    label: rule?.label ?? decision?.title ?? "",
    country: item.country,
    providedBy: rule?.providedBy ?? "client",
    need: need.kind,
    ...found,
    counted: isCounted(item, found.state),
    files: {
      min: item.min,
      max: item.max,
      accepted: count("accepted", "expiring"),
      waiting: count("waiting"),
    },
    documents,
    window,
    help: rule ? rule.help : (decision?.instruction ?? null),
    form: rule?.form ?? null,
    condition: need.kind === "conditional" ? need.question : null,
    dueOn,
    isOverdue: dueOn !== null && dueOn < today && isOpen(found),
    sampleId: rule?.sampleId ?? null,
    decision: decision && {
      verdict: decision.verdict,
      reason: decision.reason,
      by: decision.by,
      at: decision.updatedAt,
      version: decision.revision,
    },
  };
}

/** What the figures speak of: neither the government's papers nor what nobody has to bring now. */
function isCounted(item: AskedItem, state: ItemState): boolean {
  if (state === "not_required" || state === "not_yet_due" || item.isCovered) return false;
  if (item.need.kind === "optional" && !item.decision?.dueOn) return false;
  return documentGroupOf(item.category) !== "vanuatu";
}

function itemDocument(file: DocumentFacts, { window }: AskedItem, today: string): ItemDocument {
  return {
    id: file.id,
    originalName: file.originalName,
    mimeType: file.mimeType,
    version: file.revision,
    uploadedAt: file.uploadedAt,
    reviewState: file.reviewState,
    state: documentStateOf(file, window, today),
    issuedOn: file.issuedOn,
    expiresOn: file.expiresOn,
    country: file.country,
    validUntil: validUntilOf(file, window),
    earlierCount: file.earlierCount,
    publicText: file.publicText,
  };
}

/** By person, the case as a whole last; then the groups, in each the rules' items before those asked by hand. */
function inOrder(items: AskedItem[], people: readonly ApplicantFacts[]): AskedItem[] {
  const places = new Map(people.map(({ id }, index) => [id, index]));
  const placeOf = (item: AskedItem) => [
    places.get(item.applicantId ?? 0) ?? people.length,
    documentGroups.indexOf(documentGroupOf(item.category)),
    // An id is above every place among the categories.
    item.rule ? documentCategories.indexOf(item.category) : documentCategories.length,
    item.rule?.id ?? item.decision?.id ?? 0,
  ];
  return items
    .map((item) => ({ item, place: placeOf(item) }))
    .toSorted((one, other) => {
      const differing = one.place.findIndex((part, index) => part !== other.place[index]);
      return differing === -1 ? 0 : (one.place[differing] ?? 0) - (other.place[differing] ?? 0);
    })
    .map(({ item }) => item);
}

function byUpload(one: DocumentFacts, other: DocumentFacts): number {
  if (one.uploadedAt !== other.uploadedAt) return one.uploadedAt < other.uploadedAt ? -1 : 1;
  return one.id - other.id;
}
