import { Readable } from "node:stream";
/** Builds the parts of the demonstration's dossiers, one after the other; build-parts.ts starts it. */
import "#server/core/frozen-prototype.ts";
import { createByteReader } from "#server/files/byte-reader.ts";
import { buildPart } from "#server/files/dossier/build-part.ts";
import { loadFonts } from "#server/files/papers/fonts.ts";
import { answerOrders } from "#server/jobs/child-orders.ts";
import type { PartsOrder } from "./build-parts.ts";

const loaded = loadFonts();

answerOrders(async ({ order, papers }: PartsOrder): Promise<Uint8Array> => {
  await loaded;
  const source = createByteReader(Readable.from(papers));
  const pieces: Uint8Array[] = [];
  await buildPart({
    order,
    read: (bytes) => source.take(bytes),
    write: async (bytes) => void pieces.push(bytes),
    tell: () => undefined,
  });
  return Buffer.concat(pieces);
});
