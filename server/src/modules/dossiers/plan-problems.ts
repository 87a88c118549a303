/** What stands in the way of papers, and of names. Pure. */
import type { DocumentCategory } from "contract/document-categories";
import { fileProblemTexts, refusedProblems } from "contract/dossier-parts";
import { type PlanProblem } from "contract/dossier-plans";
import type { DossierRecipe } from "contract/dossier-recipes";
import type { PlanDocument, PlanInput, PlanPerson } from "./plan-input.ts";

type Problems = {
  input: PlanInput;
  recipe: DossierRecipe;
  people: readonly PlanPerson[];
  usable: readonly PlanDocument[];
  taken: ReadonlySet<number>;
};

/** Of the papers that go in, of those that would if they could, and of names that cannot be written. */
export function problemsOf({ input, recipe, people, usable, taken }: Problems): PlanProblem[] {
  const wanted = new Set<DocumentCategory>(recipe.sections.flatMap(({ categories }) => categories));
  const ofFiles = usable
    .filter(
      (document) =>
        taken.has(document.id) ||
        (isRefused(document) &&
          (input.chosen.includes(document.id) ||
            (wanted.has(document.category) && document.extraItemId === null))),
    )
    .toSorted((one, other) => one.id - other.id)
    .flatMap(({ id, originalName, facts }) => {
      const problem = facts?.problem ?? null;
      if (problem === null) return [];
      const text = fileProblemTexts[problem];
      return [{ documentId: id, fileName: originalName, problem, text }];
    });
  return [...people.flatMap(nameProblem), ...ofFiles];
}

/** Letters that the typefaces of papers have: others would be drawn as something else. */
const writable =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{M}\p{N}\p{P}\p{Z}]*$/u;

function nameProblem({ passportName, fullName }: PlanPerson): PlanProblem[] {
  if (writable.test(passportName ?? fullName)) return [];
  const text = `Add the name in Latin letters: ${fullName}.`;
  return [{ documentId: null, fileName: "", problem: "name", text }];
}

export function isRefused({ facts }: PlanDocument): boolean {
  const problem = facts?.problem ?? null;
  return problem !== null && (refusedProblems as readonly string[]).includes(problem);
}

/** Neither a PDF nor a picture: it goes beside the PDF as it is. */
export function isWord(mimeType: string): boolean {
  return mimeType !== "application/pdf" && !mimeType.startsWith("image/");
}
