/**
 * A second reader for the name, which stands under no check digit: an OCR engine with another eye. It reads a passport's
 * fillers as letters, so it sees the name without them. Its data come from the disk, and nothing is asked of the network.
 */
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Worker } from "tesseract.js";
import type { LinesRead } from "./read-picture.ts";
import { nameStrip } from "./straighten.ts";

let engine: Promise<Worker | null> | null = null;

/** Null where the engine or its data are missing, or it fails: everything else works without it. */
export async function namesAgree(
  { picture, cells, lines }: LinesRead,
  langPath = dataFolder(),
): Promise<boolean | null> {
  const letters = lines[0].slice(5).replaceAll("<", "");
  if (letters === "") return null;
  engine ??= startEngine(langPath);
  const worker = await engine;
  if (!worker) return null;
  try {
    const { data } = await worker.recognize(await nameStrip(picture, cells));
    return data.text.replace(/[^A-Z]/g, "") === letters;
  } catch {
    return null;
  }
}

export async function stopEngine(): Promise<void> {
  const worker = await engine;
  engine = null;
  await worker?.terminate();
}

async function startEngine(langPath: string): Promise<Worker | null> {
  try {
    const { createWorker, OEM, PSM } = await import("tesseract.js");
    // Its own promise waits for ever when the data cannot be loaded, and without a handler it throws where nobody catches.
    const { promise: failed, reject } = Promise.withResolvers<never>();
    const started = createWorker("eng", OEM.LSTM_ONLY, {
      langPath,
      cacheMethod: "none",
      gzip: true,
      errorHandler: reject,
    });
    const worker = await Promise.race([started, failed]);
    await worker.setParameters({
      tessedit_char_whitelist: "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
      tessedit_pageseg_mode: PSM.SINGLE_LINE,
      user_defined_dpi: "300",
    });
    return worker;
  } catch {
    return null;
  }
}

function dataFolder(): string {
  const entry = fileURLToPath(import.meta.resolve("@tesseract.js-data/eng/package.json"));
  return `${dirname(entry)}/4.0.0_best_int`;
}
