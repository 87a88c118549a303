/** Which item each document of a case counts for; every one for exactly one, or for none. */
import type { Checklist } from "contract/checklist";
import type { AskedItem } from "./asked-items.ts";
import type { ApplicantFacts, DocumentFacts } from "./checklist-input.ts";

export type OtherReason = Checklist["others"][number]["reason"];
export type PlacedDocuments = {
  ofItem: Map<AskedItem, DocumentFacts[]>;
  others: { document: DocumentFacts; reason: OtherReason }[];
};

/** The items in the order of their countries, the documents in that of their upload. */
export function placeDocuments(
  items: readonly AskedItem[],
  documents: readonly DocumentFacts[],
  people: readonly ApplicantFacts[],
): PlacedDocuments {
  const ofItem = new Map<AskedItem, DocumentFacts[]>(items.map((item) => [item, []]));
  const extras = new Map(
    items.flatMap((item) => (item.decision && !item.rule ? [[item.decision.id, item]] : [])),
  );
  const ofRules = Map.groupBy(
    items.filter(({ rule }) => rule !== null),
    placeOfItem,
  );
  const onlyPerson = people.length === 1 ? (people[0]?.id ?? null) : null;
  const taken = (item: AskedItem) => ofItem.get(item)?.length ?? 0;

  const itemFor = (document: DocumentFacts): AskedItem | undefined => {
    const extra = extras.get(document.extraItemId ?? 0);
    if (extra) return extra;
    const { category, country } = document;
    const applicantId = document.assignedTo ?? onlyPerson;
    const asked =
      ofRules.get(placeOfItem({ category, applicantId: null })) ??
      (applicantId === null ? [] : (ofRules.get(placeOfItem({ category, applicantId })) ?? []));
    if (asked[0]?.country === null) return asked[0];
    if (country !== null) return asked.find((item) => item.country === country);
    const open = asked.filter(({ isCovered }) => !isCovered);
    return open.find((item) => taken(item) < item.min) ?? open[0] ?? asked[0];
  };

  const others: PlacedDocuments["others"] = [];
  // Those that name their country take their places first.
  const inTurn = [
    ...documents.filter(({ country }) => country !== null),
    ...documents.filter(({ country }) => country === null),
  ];
  for (const document of inTurn) {
    const item = itemFor(document);
    if (item) ofItem.get(item)?.push(document);
    else others.push({ document, reason: reasonOf(document, onlyPerson) });
  }
  return { ofItem, others };
}

function placeOfItem({
  category,
  applicantId,
}: {
  category: DocumentFacts["category"];
  applicantId: number | null;
}) {
  return `${category}/${applicantId ?? "case"}`;
}

function reasonOf(document: DocumentFacts, onlyPerson: number | null): OtherReason {
  if (document.category === "uncategorized") return "uncategorized";
  return (document.assignedTo ?? onlyPerson) === null ? "unassigned" : "no_rule";
}
