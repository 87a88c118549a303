import {
  documentGroupLabels,
  documentGroupOf,
  type DocumentGroup,
} from "contract/document-categories";
import type { CaseDocument } from "contract/documents";
import { messages } from "#web/messages/messages.ts";

export type CaseTab = DocumentGroup | "invoices" | "samples" | "applicants";
export type CaseTabItem = {
  readonly value: CaseTab;
  readonly label: string;
  readonly count?: number;
};

const texts = messages.caseScreen.tabs;
/** The order of C:59 (D-072). */
const groupOrder: readonly DocumentGroup[] = [
  "stage1",
  "stage2",
  "forms",
  "uncategorized",
  "vanuatu",
];
/** Shown only while they hold something; the last one to admins only, the server sends others nothing of it. */
const onlyWithDocuments: readonly DocumentGroup[] = ["uncategorized", "vanuatu"];

export function documentsByGroup(
  documents: readonly CaseDocument[],
): Record<DocumentGroup, CaseDocument[]> {
  const groups: Record<DocumentGroup, CaseDocument[]> = {
    stage1: [],
    stage2: [],
    forms: [],
    uncategorized: [],
    vanuatu: [],
  };
  for (const document of documents) groups[documentGroupOf(document.category)].push(document);
  return groups;
}

export function tabsOf(
  groups: Record<DocumentGroup, CaseDocument[]>,
  isAdmin: boolean,
): CaseTabItem[] {
  const shown = groupOrder.filter(
    (group) =>
      !onlyWithDocuments.includes(group) ||
      (groups[group].length > 0 && (group !== "vanuatu" || isAdmin)),
  );
  return [
    ...shown.map((group) => ({
      value: group,
      label: documentGroupLabels[group],
      count: groups[group].length,
    })),
    { value: "invoices", label: texts.invoices },
    { value: "samples", label: texts.samples },
    { value: "applicants", label: texts.applicants },
  ];
}

/** A tab that has gone, such as an emptied Uncategorized, gives way to Stage 1 (C:59). */
export function currentTab(wanted: string | undefined, items: readonly CaseTabItem[]): CaseTab {
  return items.find((item) => item.value === wanted)?.value ?? "stage1";
}
