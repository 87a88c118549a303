import { once } from "node:events";
/** The program that looks into papers and builds parts of dossiers; run-program.ts starts it. */
import "#server/core/frozen-prototype.ts";
import { createByteReader } from "#server/files/byte-reader.ts";
import { tellMemory, tellNow } from "#server/jobs/memory-telling.ts";
import { PaperFailed } from "./paper-failed.ts";
import type { PartOrder } from "./part-order.ts";
import type { FileToLook, ProgramOrder, Telling } from "./run-program.ts";

let lastTold: Promise<void> = Promise.resolve();
const [order] = (await once(process, "message")) as [ProgramOrder];
const source = createByteReader(process.stdin);
tellMemory();
try {
  await ("files" in order ? look(order.files) : build(order.part));
} catch (error) {
  tell({
    kind: "failed",
    paper: error instanceof PaperFailed ? error.no : null,
    trouble: error instanceof Error ? (error.stack ?? error.message) : String(error),
  });
}
// What is told while the portal is busy waits in the channel, and would be lost with it.
await lastTold;
process.disconnect();

/** What draws is loaded only where something is drawn: files are looked into far more often. */
async function look(files: readonly FileToLook[]): Promise<void> {
  const { lookInto } = await import("./look-into.ts");
  for (const { bytes, mimeType } of files)
    tell({ kind: "looked", facts: await lookInto(await source.take(bytes), mimeType) });
}

async function build(part: PartOrder): Promise<void> {
  const { buildPart } = await import("./build-part.ts");
  const { loadFonts } = await import("#server/files/papers/fonts.ts");
  await loadFonts();
  await buildPart({
    order: part,
    read: (bytes) => source.take(bytes),
    write: async (bytes) => {
      if (!process.stdout.write(bytes)) await once(process.stdout, "drain");
    },
    tell: (done) => {
      tell({ kind: "pages", done });
      tellNow();
    },
  });
  tell({ kind: "done" });
}

function tell(telling: Telling): void {
  lastTold = new Promise((told) => process.send?.(telling, undefined, undefined, () => told()));
}
