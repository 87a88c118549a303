/**
 * What goes into a dossier, in the authority's order; what is missing, and what stands in the way. Pure: the order of
 * what goes in says nothing.
 */
import type { ItemState } from "contract/checklist-parts";
import { countryOf } from "contract/countries";
import {
  documentCategories,
  type DocumentCategory,
  documentCategoryLabel,
  isAdminCategory,
} from "contract/document-categories";
import { type DossierPlan, type MissingPaper, type PlanEntry } from "contract/dossier-plans";
import { type DossierRecipe, dossierRecipes, type RecipeSection } from "contract/dossier-recipes";
import { nameOf, type PlanDocument, type PlanInput, type PlanPerson } from "./plan-input.ts";
import { isRefused, isWord, problemsOf } from "./plan-problems.ts";

const openStates: readonly ItemState[] = [
  "missing",
  "waiting",
  "changes_requested",
  "expired",
  "undecided",
];
const WHOLE_CASE = "Whole case";
const ANSWER = "Papers";

export function planOf(input: PlanInput): DossierPlan {
  const { kind, program } = input;
  const recipe = dossierRecipes[kind];
  const people = inOrder(input.applicants);
  const items = itemsOf(input, recipe);
  const missing = missingOf(input, items, people);
  const usable = usableDocuments(input, missing);
  const sections = sectionsOf({ ...input, recipe, people, documents: usable });
  const entries = sections.flatMap((section) => section.entries);
  const taken = new Set(entries.map(({ documentId }) => documentId));
  const isExtra = (document: PlanDocument) =>
    (kind === "answer" || document.extraItemId !== null) &&
    !taken.has(document.id) &&
    !isRefused(document);
  return {
    title: recipe.labels[program],
    addressee: recipe.addressees[program],
    sections,
    missing,
    later: items.filter(({ state }) => state === "not_yet_due").length,
    separate: entries.filter(({ mimeType }) => isWord(mimeType)),
    problems: problemsOf({ input, recipe, people, usable, taken }),
    extras: byPlace(usable.filter(isExtra), people).map((document) =>
      entryOf(input, people, document),
    ),
    pages: entries.reduce((sum, { pages }) => sum + (pages ?? 0), 0),
    bytes: entries.reduce((sum, { bytes }) => sum + bytes, 0),
    checking: usable.some(({ id, facts }) => facts === null && taken.has(id)),
  };
}

function inOrder(applicants: readonly PlanPerson[]): PlanPerson[] {
  return applicants.toSorted((one, other) => one.position - other.position || one.id - other.id);
}

/** Of the checklist, what this kind is made of and the one who asks may see. */
function itemsOf(
  { items, isAdmin }: PlanInput,
  { sections }: DossierRecipe,
): readonly PlanInput["items"][number][] {
  const wanted = new Set<DocumentCategory>(sections.flatMap(({ categories }) => categories));
  return items.filter(
    ({ category }) => wanted.has(category) && (isAdmin || !isAdminCategory(category)),
  );
}

function missingOf(
  { chosen }: PlanInput,
  items: readonly PlanInput["items"][number][],
  people: readonly PlanPerson[],
): MissingPaper[] {
  const ticked = new Set(chosen);
  const placeOfPerson = (id: number | null) => {
    const place = people.findIndex((person) => person.id === id);
    return place === -1 ? people.length : place;
  };
  return items
    .toSorted(
      (one, other) =>
        placeOfPerson(one.applicantId) - placeOfPerson(other.applicantId) ||
        documentCategories.indexOf(one.category) - documentCategories.indexOf(other.category) ||
        compare(one.key, other.key),
    )
    .filter(({ state }) => openStates.includes(state))
    .map((item) => ({
      key: item.key,
      label: withCountry(item.label, item.country),
      person: personName(people, item.applicantId),
      state: item.state,
      documentIds:
        item.state === "expired"
          ? item.documents.flatMap(({ id, state }) => (state === "expired" ? [id] : []))
          : [],
    }))
    .filter(({ documentIds }) => !documentIds.some((id) => ticked.has(id)));
}

/** Current, accepted, of a kind, and not out of date unless somebody says so. */
function usableDocuments(
  { documents, isAdmin, chosen }: PlanInput,
  missing: readonly MissingPaper[],
): PlanDocument[] {
  const outOfDate = new Set(missing.flatMap(({ documentIds }) => documentIds));
  return documents.filter(
    ({ id, isCurrent, reviewState, category }) =>
      isCurrent &&
      reviewState === "accepted" &&
      category !== "uncategorized" &&
      (isAdmin || !isAdminCategory(category)) &&
      (chosen.includes(id) || !outOfDate.has(id)),
  );
}

type Placing = PlanInput & { recipe: DossierRecipe; people: readonly PlanPerson[] };

function sectionsOf(placing: Placing): DossierPlan["sections"] {
  const { kind, chosen, documents, people, recipe } = placing;
  const toEntry = (document: PlanDocument) => entryOf(placing, people, document);
  const goesIn = documents.filter((document) => !isRefused(document));
  if (kind === "answer") {
    const inChosenOrder = chosen.flatMap((id) => goesIn.filter((document) => document.id === id));
    return withEntries([{ title: ANSWER, entries: [...new Set(inChosenOrder)].map(toEntry) }]);
  }
  const asked = goesIn.filter(({ extraItemId }) => extraItemId === null);
  const extras = goesIn.filter(
    ({ id, extraItemId }) => extraItemId !== null && chosen.includes(id),
  );
  const sections = recipe.sections.flatMap((section) =>
    section.title === "person"
      ? people.map((person, index) => ({
          title: nameOf(person, index),
          entries: [
            ...ofSection(section, asked, people).filter(isOf(person)),
            ...byPlace(extras, people).filter(isOf(person)),
          ].map(toEntry),
        }))
      : [{ title: section.title, entries: ofSection(section, asked, people).map(toEntry) }],
  );
  const ofPersons = recipe.sections.filter(({ title }) => title === "person");
  const ofNobody = [
    ...ofPersons.flatMap((section) => ofSection(section, asked, people)),
    ...byPlace(extras, people),
  ].filter(({ assignedTo }) => !people.some(({ id }) => id === assignedTo));
  return withEntries([...sections, { title: WHOLE_CASE, entries: ofNobody.map(toEntry) }]);
}

const isOf =
  (person: PlanPerson) =>
  ({ assignedTo }: PlanDocument) =>
    assignedTo === person.id;

function withEntries(sections: DossierPlan["sections"]): DossierPlan["sections"] {
  return sections.filter(({ entries }) => entries.length > 0);
}

/** In the order of its categories, within each by person, country, day and number. */
function ofSection(
  { categories }: RecipeSection,
  documents: readonly PlanDocument[],
  people: readonly PlanPerson[],
): PlanDocument[] {
  return categories.flatMap((category) =>
    byPlace(
      documents.filter((document) => document.category === category),
      people,
    ),
  );
}

function byPlace(
  documents: readonly PlanDocument[],
  people: readonly PlanPerson[],
): PlanDocument[] {
  const placeOfPerson = ({ assignedTo }: PlanDocument) => {
    const place = people.findIndex(({ id }) => id === assignedTo);
    return place === -1 ? people.length : place;
  };
  return documents.toSorted(
    (one, other) =>
      placeOfPerson(one) - placeOfPerson(other) ||
      compare(one.country, other.country) ||
      compare(one.issuedOn, other.issuedOn) ||
      one.id - other.id,
  );
}

function compare(one: string | null, other: string | null): number {
  if (one === other) return 0;
  return (one ?? "") < (other ?? "") ? -1 : 1;
}

function entryOf(
  { items, chosen, kind }: PlanInput,
  people: readonly PlanPerson[],
  document: PlanDocument,
): PlanEntry {
  const { id, country, originalName, mimeType, bytes, facts, assignedTo } = document;
  const item = items.find(({ documents }) => documents.some((each) => each.id === id));
  return {
    documentId: id,
    label: withCountry(item?.label ?? documentCategoryLabel(document.category), country),
    person: personName(people, assignedTo),
    fileName: originalName,
    mimeType,
    bytes,
    pages: facts?.pages ?? null,
    isTicked: kind !== "answer" && chosen.includes(id),
  };
}

function personName(people: readonly PlanPerson[], id: number | null): string | null {
  const index = people.findIndex((person) => person.id === id);
  const person = people[index];
  return person ? nameOf(person, index) : null;
}

function withCountry(label: string, country: string | null): string {
  return country === null ? label : `${label} (${countryOf(country) ?? country})`;
}
