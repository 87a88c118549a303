import { none, withPdf, type Prepare, type Recipes } from "#testing/endpoint-recipe.ts";

const sample: Prepare = async (fixtures) => ({
  params: { idOrName: (await fixtures.sample()).id },
});

export const samples: Recipes["samples"] = {
  list: none,
  upload: withPdf(none, "files", { category: "stage-1", program: "nauru" }),
  download: sample,
  view: sample,
  remove: async (fixtures) => ({ params: { id: (await fixtures.sample()).id } }),
};
