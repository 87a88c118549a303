/** What a document can be, and the stage group each kind belongs to (C:96, C:98, D-070). */

export const documentGroups = ["stage1", "stage2", "forms", "uncategorized", "vanuatu"] as const;
export type DocumentGroup = (typeof documentGroups)[number];

export const documentGroupLabels: Record<DocumentGroup, string> = {
  stage1: "Stage 1",
  stage2: "Stage 2",
  forms: "Forms",
  uncategorized: "Uncategorized",
  vanuatu: "Vanuatu Documents",
};

const categories = {
  passport: { label: "Passport", group: "stage1" },
  id: { label: "National ID / Driving Licence", group: "stage1" },
  "police-residence": { label: "Police Certificate (Residence)", group: "stage1" },
  "police-origin": { label: "Police Certificate (Origin)", group: "stage1" },
  birth: { label: "Birth Certificate", group: "stage1" },
  cv: { label: "Personal Profile / CV", group: "stage1" },
  asset: { label: "Asset Report", group: "stage2" },
  "bank-statement": { label: "Bank Statements", group: "stage2" },
  "bank-reference": { label: "Bank Reference Letter", group: "stage2" },
  address: { label: "Proof of Address", group: "stage2" },
  employment: { label: "Employment / Business Proof", group: "stage2" },
  medical: { label: "Medical Certificate", group: "stage2" },
  photos: { label: "Passport Photos", group: "stage2" },
  marriage: { label: "Marriage / Divorce Certificate", group: "stage2" },
  school: { label: "School / University Letter", group: "stage2" },
  "non-married": { label: "Single Status Certificate", group: "stage2" },
  other: { label: "Other Supporting Document", group: "stage2" },
  nomination: { label: "Nomination Form", group: "forms" },
  "passport-form": { label: "Passport Application Form", group: "forms" },
  oath: { label: "Oath of Allegiance", group: "forms" },
  "fiu-letter": { label: "FIU Clearance Letter", group: "vanuatu" },
  "approval-in-principle": { label: "Approval in Principle", group: "vanuatu" },
  "vanuatu-id": { label: "Vanuatu National ID", group: "vanuatu" },
  "vanuatu-birth": { label: "Vanuatu Birth Certificate", group: "vanuatu" },
  "vanuatu-citizenship": { label: "Vanuatu Citizenship Certificate", group: "vanuatu" },
  "vanuatu-passport": { label: "Vanuatu Passport", group: "vanuatu" },
  uncategorized: { label: "Uncategorized", group: "uncategorized" },
} as const satisfies Record<string, { label: string; group: DocumentGroup }>;

export type DocumentCategory = keyof typeof categories;
export const documentCategories = Object.keys(categories) as [
  DocumentCategory,
  ...DocumentCategory[],
];

export function documentCategoryLabel(category: DocumentCategory): string {
  return categories[category].label;
}

export function documentGroupOf(category: DocumentCategory): DocumentGroup {
  return categories[category].group;
}

export function categoriesOf(group: DocumentGroup): DocumentCategory[] {
  return documentCategories.filter((category) => categories[category].group === group);
}

/** Papers that the government issues: admins only, everywhere (D-071). */
export function isAdminCategory(category: DocumentCategory): boolean {
  return categories[category].group === "vanuatu";
}
