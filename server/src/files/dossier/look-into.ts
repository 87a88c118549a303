/** What a file is before it goes into a dossier: how many pages, and what stands in the way (W-DOS-026, 027). */
import { type PDFDict, PDFDocument, PDFName, PDFArray, PDFBool } from "@cantoo/pdf-lib";
import { getDocument, PasswordException } from "pdfjs-dist/legacy/build/pdf.mjs";
import sharp from "sharp";
import { type FileProblem } from "contract/dossier-parts";

export type FileFacts = { pages: number | null; problem: FileProblem | null };

const MOST_PAGES = 500;
const LONGEST_SIDE = 5000;
const SMALLEST_PICTURE = 800;
const damaged: FileFacts = { pages: null, problem: "damaged" };

export async function lookInto(bytes: Uint8Array, mimeType: string): Promise<FileFacts> {
  if (mimeType === "application/pdf") return lookIntoPdf(bytes);
  if (mimeType.startsWith("image/")) return lookAtPicture(bytes);
  return { pages: null, problem: "word" };
}

async function lookAtPicture(bytes: Uint8Array): Promise<FileFacts> {
  try {
    const { width, height } = await sharp(bytes).metadata();
    const isSmall = Math.max(width, height) < SMALLEST_PICTURE;
    return { pages: 1, problem: isSmall ? "small_picture" : null };
  } catch {
    return damaged;
  }
}

/** Only what two readers agree on is whole: the one that writes opens a cut file without a word. */
async function lookIntoPdf(bytes: Uint8Array): Promise<FileFacts> {
  const second = await readSecondly(bytes);
  if (second === "locked") return { pages: null, problem: "locked" };
  if (second === null) return damaged;
  const first = await readFirstly(bytes);
  if (first === null || first.pages !== second.pages || first.pages === 0) return damaged;
  return { pages: first.pages, problem: problemOf({ ...first, ...second }) };
}

type First = { pages: number; isLarge: boolean; isDynamic: boolean; isSigned: boolean };
type Second = { pages: number; isRestricted: boolean };

function problemOf(read: First & Second): FileProblem | null {
  if (read.pages > MOST_PAGES || read.isLarge) return "too_long";
  if (read.isDynamic) return "dynamic_form";
  if (read.isSigned) return "signed";
  return read.isRestricted ? "restricted" : null;
}

async function readSecondly(bytes: Uint8Array): Promise<Second | "locked" | null> {
  const loading = getDocument({
    data: new Uint8Array(bytes),
    useSystemFonts: false,
    stopAtErrors: true,
    verbosity: 0,
  });
  try {
    const document = await loading.promise;
    // A cut file has pages in its tree that are not there.
    for (let page = 1; page <= document.numPages; page += 1) await document.getPage(page);
    return {
      pages: document.numPages,
      isRestricted: (await document.getPermissions()) !== null,
    };
  } catch (error) {
    return error instanceof PasswordException ? "locked" : null;
  } finally {
    await loading.destroy();
  }
}

async function readFirstly(bytes: Uint8Array): Promise<First | null> {
  try {
    const document = await PDFDocument.load(bytes, {
      password: "",
      updateMetadata: false,
      preserveXFA: true,
      parseSpeed: Infinity,
    });
    const pages = document.getPages();
    return {
      pages: pages.length,
      isLarge: pages.some((page) => Math.max(page.getWidth(), page.getHeight()) > LONGEST_SIDE),
      ...formOf(document.catalog),
    };
  } catch {
    return null;
  }
}

function formOf(catalog: PDFDict): Pick<First, "isDynamic" | "isSigned"> {
  const form = catalog.lookup(PDFName.of("AcroForm"));
  const none = { isDynamic: false, isSigned: false };
  if (!form || !("lookup" in form)) return none;
  const dict = form as PDFDict;
  const listed = dict.lookup(PDFName.of("Fields"));
  const fields = listed instanceof PDFArray ? listed.asArray() : [];
  const needsRendering = catalog.lookup(PDFName.of("NeedsRendering"));
  const isRendered = needsRendering instanceof PDFBool && needsRendering.asBoolean();
  const isSigned = fields.some((each) => {
    const field = dict.context.lookup(each);
    return field !== undefined && "lookup" in field && isSignature(field as PDFDict);
  });
  return {
    isDynamic: dict.has(PDFName.of("XFA")) && (isRendered || fields.length === 0),
    isSigned,
  };
}

function isSignature(field: PDFDict): boolean {
  return field.lookup(PDFName.of("FT")) === PDFName.of("Sig") && field.has(PDFName.of("V"));
}
