/** Valid calls about what was read from passports. */
import { runtime } from "#server/core/runtime.ts";
import type { Fixtures } from "#testing/endpoint-fixtures.ts";
import { caseById, withBody, type Recipes } from "#testing/endpoint-recipe.ts";
import { buildDocument } from "#testing/factories/documents.ts";
import { buildReading } from "#testing/factories/readings.ts";
import { linesOf } from "#testing/passports/holder-lines.ts";
import { drawSpecimen } from "#testing/passports/specimens.ts";

type Given = Parameters<typeof buildReading>[0];

async function readOf(fixtures: Fixtures, given: Given = {}) {
  const assignedTo = (await fixtures.applicant()).id;
  const document = { caseId: fixtures.caseFile.id, assignedTo, ...given.document };
  const built = await buildReading({ ...given, document });
  return { params: { id: built.document.id } };
}

/** Drawn once for all callers. */
let specimen: ReturnType<typeof drawSpecimen> | undefined;

export const readings: Recipes["readings"] = {
  listOfCase: caseById,
  get: (fixtures) => readOf(fixtures),
  readAgain: async ({ caseFile }) => ({
    params: { id: (await buildDocument({ caseId: caseFile.id, category: "passport" })).id },
  }),
  strip: async (fixtures) => {
    const { bytes, mimeType } = await (specimen ??= drawSpecimen("clean scan", 0, "own"));
    return readOf(fixtures, { document: { content: bytes, mimeType } });
  },
  decide: withBody((fixtures) => readOf(fixtures), {
    applicantVersion: null,
    fields: { passportNumber: "use" },
  }),
  undo: async (fixtures) => {
    const at = runtime.clock.now().toISOString();
    const by = fixtures.user?.id ?? 0;
    const verdicts = { name: { verdict: "set_aside" as const, by, at } };
    const { params } = await readOf(fixtures, { verdicts });
    return { params: { ...params, field: "name" } };
  },
  judgeTyped: withBody(caseById, { lines: linesOf({}), applicantId: null }),
};
