/** From the bytes of a file to a reading. It runs in the reader's own process (passport-reader.ts). */
import { drawPdfPages, UnreadablePdf } from "./draw-pdf-pages.ts";
import type { GreyPicture } from "./grey-picture.ts";
import { stateOf } from "./likeness.ts";
import { openPicture, PictureTooLarge } from "./open-picture.ts";
import { type DoubtfulField, type LinesRead, readPicture } from "./read-picture.ts";
import { namesAgree } from "./second-opinion.ts";
import { stripOf } from "./straighten.ts";

export type ReadingProblem = "locked" | "damaged" | "too_large" | "word" | "no_lines" | "not_td3";

export type PassportReading =
  | { state: "unreadable"; problem: ReadingProblem }
  | {
      state: "read" | "partial";
      problem: null;
      /** From 1; of a picture 1. */
      page: number;
      rotation: 0 | 90 | 180 | 270;
      digits: string;
      likeness: number;
      namesAgreed: boolean | null;
      lines: [string, string];
      /** Fields that were repaired, or stand on a cell that hardly looks like its character. */
      doubtful: DoubtfulField[];
    };

export interface PassportFile {
  bytes: Uint8Array;
  mimeType: string;
}

export async function readPassport(file: PassportFile): Promise<PassportReading> {
  const found = await findLines(file);
  if (typeof found === "string") return { state: "unreadable", problem: found };
  const { page, read } = found;
  const { rotation, digits, likeness, lines, doubtful } = read;
  return {
    state: stateOf(read),
    problem: null,
    page,
    rotation,
    digits,
    likeness,
    namesAgreed: await namesAgree(read),
    lines,
    doubtful,
  };
}

/** The two lines as a picture, straightened; null where there are none any more. */
export async function drawStrip(file: PassportFile): Promise<Buffer | null> {
  const found = await findLines(file);
  return typeof found === "string" ? null : stripOf(found.read.picture, found.read.cells);
}

type Found = { page: number; read: LinesRead };

async function findLines(file: PassportFile): Promise<Found | ReadingProblem> {
  if (!/^(application\/pdf|image\/(jpeg|png))$/.test(file.mimeType)) return "word";
  let page = 0;
  let problem: ReadingProblem = "no_lines";
  try {
    for await (const picture of pagesOf(file)) {
      page += 1;
      const read = readPicture(picture);
      if (read === "not_td3") problem = read;
      else if (read) return { page, read };
    }
  } catch (error) {
    if (error instanceof UnreadablePdf) return error.problem;
    if (error instanceof PictureTooLarge) return "too_large";
    return "damaged";
  }
  return problem;
}

async function* pagesOf({ bytes, mimeType }: PassportFile): AsyncGenerator<GreyPicture> {
  if (mimeType === "application/pdf") yield* drawPdfPages(bytes);
  else yield await openPicture(bytes);
}
