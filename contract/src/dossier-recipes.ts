/** The dossiers there are: for whom, of which papers, in which order, and who builds them. */
import type { Program } from "./case-parts.ts";
import type { AskedCategory } from "./checklist-parts.ts";

export const dossierKinds = ["fiu", "citizenship", "passport", "answer"] as const;
export type DossierKind = (typeof dossierKinds)[number];

/** Papers of each person in turn, or of the whole case under a title of their own. */
export type RecipeSection = {
  title: "person" | "Clearance" | "Funds" | "Other";
  categories: readonly AskedCategory[];
  /** Papers of the government. */
  adminsOnly?: true;
};

export type DossierRecipe = {
  labels: Record<Program, string>;
  addressees: Record<Program, string>;
  sections: readonly RecipeSection[];
  builtBy: "staff" | "admins";
  /** In the names of its files. */
  code: string;
};

export const dossierRecipes: Record<DossierKind, DossierRecipe> = {
  fiu: {
    labels: { vanuatu: "FIU, first stage", nauru: "Due diligence" },
    addressees: { vanuatu: "Financial Intelligence Unit", nauru: "Programme Office" },
    sections: [
      {
        title: "person",
        categories: [
          "nomination",
          "passport",
          "id",
          "birth",
          "police-origin",
          "police-residence",
          "cv",
        ],
      },
    ],
    builtBy: "staff",
    code: "FIU",
  },
  citizenship: {
    labels: { vanuatu: "Citizenship Office, second stage", nauru: "Citizenship application" },
    addressees: {
      vanuatu: "Citizenship Office and Commission",
      nauru: "Programme Office",
    },
    sections: [
      { title: "Clearance", categories: ["fiu-letter", "approval-in-principle"], adminsOnly: true },
      {
        title: "person",
        categories: [
          "nomination",
          "passport",
          "birth",
          "marriage",
          "non-married",
          "police-origin",
          "police-residence",
          "medical",
          "school",
          "photos",
          "address",
          "employment",
        ],
      },
      { title: "Funds", categories: ["asset", "bank-statement", "bank-reference"] },
      { title: "Other", categories: ["other"] },
    ],
    builtBy: "staff",
    code: "CITIZENSHIP",
  },
  passport: {
    labels: { vanuatu: "Passport office", nauru: "Passport office" },
    addressees: { vanuatu: "Passports Office", nauru: "Passports Office" },
    sections: [
      {
        title: "person",
        categories: [
          "passport-form",
          "photos",
          "vanuatu-citizenship",
          "vanuatu-birth",
          "vanuatu-id",
          "birth",
          "marriage",
          "passport",
          "oath",
        ],
      },
    ],
    builtBy: "admins",
    code: "PASSPORT",
  },
  answer: {
    labels: { vanuatu: "Answer to a request", nauru: "Answer to a request" },
    addressees: { vanuatu: "", nauru: "" },
    sections: [],
    builtBy: "staff",
    code: "ANSWER",
  },
};
