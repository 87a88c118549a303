/** Draws on a thread of its own: laying out a page takes a tenth of a second that no request should wait for. */
import { parentPort } from "node:worker_threads";
import "#server/core/frozen-prototype.ts";
import { renderToBuffer } from "@react-pdf/renderer";
import type { DrawingOrder, DrawingResult } from "./draw-invoice.ts";
import { loadFonts } from "./fonts.ts";
import { invoicePaper } from "./invoice-paper.ts";

const fontsLoaded = loadFonts();

parentPort?.on("message", async ({ id, sheet }: DrawingOrder) => {
  try {
    await fontsLoaded;
    const pdf = new Uint8Array(await renderToBuffer(invoicePaper(sheet)));
    send({ id, pdf });
  } catch (error) {
    send({ id, trouble: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});

function send(result: DrawingResult): void {
  parentPort?.postMessage(result, "pdf" in result ? [result.pdf.buffer as ArrayBuffer] : []);
}
