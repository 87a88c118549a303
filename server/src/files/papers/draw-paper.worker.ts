/** Draws on a thread of its own: laying out a page takes a tenth of a second that no request should wait for. */
import { parentPort } from "node:worker_threads";
import "#server/core/frozen-prototype.ts";
import { type DocumentProps, renderToBuffer } from "@react-pdf/renderer";
import type { ReactElement } from "react";
import type { DrawingOrder, DrawingResult } from "./draw-paper.ts";
import { loadFonts } from "./fonts.ts";

type Paper = { paper: (sheet: unknown) => ReactElement<DocumentProps> };

const fontsLoaded = loadFonts();

parentPort?.on("message", async ({ id, paper: module, sheet }: DrawingOrder) => {
  try {
    await fontsLoaded;
    const { paper } = (await import(module)) as Paper;
    const pdf = new Uint8Array(await renderToBuffer(paper(sheet)));
    send({ id, pdf });
  } catch (error) {
    send({ id, trouble: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});

function send(result: DrawingResult): void {
  parentPort?.postMessage(result, "pdf" in result ? [result.pdf.buffer as ArrayBuffer] : []);
}
