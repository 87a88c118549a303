import { runtime } from "#server/core/runtime.ts";
import { bureau as table } from "#server/database/tables/bureau.ts";
import type { Prepare, Recipes } from "#testing/endpoint-recipe.ts";
import { buildStoredFile } from "#testing/factories/files.ts";
import { uniqueSuffix } from "#testing/factories/unique.ts";
import { sampleImage } from "#testing/sample-files.ts";

const withLogo: Prepare = async () => {
  const { id: logoFileId } = await buildStoredFile({
    kind: "logo",
    mimeType: "image/png",
    content: await sampleImage("png"),
  });
  const [row] = await runtime.database.update(table).set({ logoFileId }).returning();
  if (row) runtime.bureau.row = row;
  return { query: { theme: "light" } };
};

export const bureau: Recipes["bureau"] = {
  get: () => ({}),
  update: () => ({
    body: {
      name: null,
      address: `${uniqueSuffix()} Harbour Road`,
      trn: null,
      phone: null,
      website: null,
      bankDetails: { USD: null, AED: null },
      letterFoot: null,
    },
  }),
  getLogo: withLogo,
  uploadLogo: async () => ({
    query: { theme: "light" },
    files: [
      { field: "logo", name: "logo.png", bytes: await sampleImage("png"), type: "image/png" },
    ],
  }),
  removeLogo: withLogo,
};
