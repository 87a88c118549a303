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

/** Null where the engine is missing or fails: everything else works without it. */
export async function namesAgree({ picture, cells, lines }: LinesRead): Promise<boolean | null> {
  const letters = lines[0].slice(5).replaceAll("<", "");
  if (letters === "") return null;
  engine ??= startEngine();
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

async function startEngine(): Promise<Worker | null> {
  try {
    const { createWorker, OEM, PSM } = await import("tesseract.js");
    const worker = await createWorker("eng", OEM.LSTM_ONLY, {
      langPath: dataFolder(),
      cacheMethod: "none",
      gzip: true,
      // Otherwise it throws where nobody can catch it.
      errorHandler: () => undefined,
    });
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
