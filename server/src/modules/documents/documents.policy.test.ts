import { describe, expect, it } from "vitest";
import { categoriesOf, documentCategories, documentGroups } from "contract/document-categories";
import { anonymous, type Actor, type SignedInActor, system } from "#server/core/actor.ts";
import { mayDownloadGroup, mayUseCategory } from "./documents.policy.ts";

function userOf(role: SignedInActor["role"]): SignedInActor {
  const isAdmin = role === "admin";
  return {
    kind: "user",
    id: 1,
    email: "a@example.com",
    name: "A",
    role,
    isAdmin,
    sessionId: "s",
    isProven: true,
  };
}

const bureau: Actor[] = [
  userOf("admin"),
  { ...userOf("client"), isAdmin: true },
  system,
  { kind: "automation", keyId: "k" },
];
const others: Actor[] = [userOf("client"), userOf("agent"), userOf("accountant"), anonymous];
const governmentPapers = [
  "fiu-letter",
  "approval-in-principle",
  "vanuatu-id",
  "vanuatu-birth",
  "vanuatu-citizenship",
  "vanuatu-passport",
];

describe("the kinds of documents", () => {
  it(
    "that governments issue are the six of the admins' tab",
    { tags: ["C-DOC-019", "D-070"] },
    () => {
      expect(categoriesOf("vanuatu")).toEqual(governmentPapers);
    },
  );

  it(
    "may all be given by the bureau, and all but the government's by everybody else",
    { tags: ["D-071"] },
    () => {
      for (const category of documentCategories) {
        const isGovernmentPaper = governmentPapers.includes(category);
        for (const actor of bureau) expect(mayUseCategory(actor, category)).toBe(true);
        for (const actor of others)
          expect(mayUseCategory(actor, category)).toBe(!isGovernmentPaper);
      }
    },
  );

  it("may be downloaded by stage, the government's only by the bureau", { tags: ["D-071"] }, () => {
    for (const group of documentGroups) {
      for (const actor of bureau) expect(mayDownloadGroup(actor, group)).toBe(true);
      for (const actor of others) expect(mayDownloadGroup(actor, group)).toBe(group !== "vanuatu");
    }
  });
});
