/** Valid calls about imports. */
import { usualOptions } from "contract/imports";
import type { ImportRecord } from "#server/database/tables/imports.ts";
import { none, type Prepare, type Recipes, withPdf } from "#testing/endpoint-recipe.ts";
import { buildImport, buildScan } from "#testing/factories/imports.ts";

const inState =
  (state: ImportRecord["state"]): Prepare =>
  async () => ({ params: { id: (await buildImport({ state })).id } });

const mapping = { cases: { caseId: 0, title: 1, program: 2, nationality: 3 }, people: null };

export const imports: Recipes["imports"] = {
  list: none,
  create: () => ({
    files: [
      {
        field: "file",
        name: "cases.csv",
        bytes: Buffer.from("Case ID,Title,Program,Nationality\r\n"),
        type: "text/csv",
      },
    ],
    fields: { kind: "cases" },
  }),
  template: none,
  get: inState("checked"),
  remove: inState("checked"),
  saveMapping: async (fixtures) => ({
    ...(await inState("mapping")(fixtures)),
    body: { mapping, options: usualOptions },
  }),
  rows: inState("checked"),
  placeRow: async () => {
    const { id } = await buildImport({ state: "checked", kind: "scans" });
    return { params: { id, number: await buildScan(id) }, body: { category: "passport" } };
  },
  addFile: async (fixtures) => {
    const folder = await buildImport({ state: "checked", kind: "scans" });
    const named = withPdf(none, "file", { path: `${fixtures.caseFile.caseId}/passport.pdf` });
    return { ...(await named(fixtures)), params: { id: folder.id } };
  },
  start: async (fixtures) => ({ ...(await inState("checked")(fixtures)), body: {} }),
  pause: inState("running"),
  finish: inState("paused"),
  undo: inState("finished"),
};
