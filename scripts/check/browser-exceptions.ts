/** What the oldest supported browsers lack and the built web uses all the same, without harm. */
interface Exception {
  /** The beginning of the file's name; every file unless given. */
  chunk?: string;
  names: string[];
}

const ofPdfJs = [
  // It brings these itself.
  "JSON.rawJSON",
  "JSON.isRawJSON",
  "Math.sumPrecise",
  "Promise.try",
  "URL.parse",
  "Uint8Array.fromBase64",
  ".rawJSON",
  ".isRawJSON",
  ".sumPrecise",
  ".try",
  ".fromBase64",
  ".setFromBase64",
  ".setFromHex",
  ".toBase64",
  ".toHex",
  ".getOrInsert",
  ".getOrInsertComputed",
  ".difference",
  ".intersection",
  ".take",
  ".toArray",
  // It asks first whether they are there.
  "new Float16Array",
  "navigator.gpu",
  "ImageDecoder.isTypeSupported",
  "new ImageDecoder",
  "new VideoFrame",
  // For its editors, which the viewer does not have.
  "AbortSignal.any",
  // From web/src/viewer/missing-functions.ts.
  "Promise.withResolvers",
  ".withResolvers",
  ".transferToFixedLength",
];

const EXCEPTIONS: Exception[] = [
  { chunk: "open-pdf", names: ofPdfJs },
  { chunk: "pdf-worker", names: ofPdfJs },
  // Asked for before they are used: by the router, React, zod and the drop zone.
  { names: ["document.startViewTransition", "navigator.connection", "window.showOpenFilePicker"] },
  { names: ["Error.captureStackTrace"] },
  { chunk: "pages-pdf", names: [".captureStackTrace"] },
  // React's own.
  { names: [".use"] },
  // A function of the library that drags cards, not of an iterator.
  { chunk: "board-screen", names: [".drop"] },
  // Finer where it is known: lines that break evenly, quiet scroll bars, text areas that grow, masks, the pointer's look.
  { names: ["text-wrap", "text-wrap: balance", "text-wrap: pretty", "scrollbar-color"] },
  { names: ["scrollbar-width", "scrollbar-width: none", "field-sizing", "field-sizing: content"] },
  { names: ["resize", "resize: vertical", "resize: both", "resize: none"] },
  { names: ["overscroll-behavior", "overscroll-behavior-y"] },
  // Safari moves nothing by itself when what lies above grows, which is what the chat asks of the others.
  { names: ["overflow-anchor", "overflow-anchor: none"] },
  { names: ["mask-composite", "mask-composite: intersect", "animation-timeline", "::selection"] },
  { names: ["cursor: pointer", "cursor: default", "cursor: not-allowed"] },
  { names: ["cursor: grab", "cursor: progress"] },
  // Sooner where it is known: the rows of a long checklist that nobody sees are not laid out.
  { names: ["content-visibility", "content-visibility: auto", "content-visibility: visible"] },
  { names: ["contain-intrinsic-size"] },
  // A tick box in the portal's colour instead of the browser's.
  { names: ["accent-color"] },
  // Finer on paper: its margins, and a heading that stays with its text.
  { names: ["@page", "size", "break-after: avoid"] },
  // Of one maker only, and written for it alone.
  { names: ["-webkit-tap-highlight-color", "-webkit-mask-composite"] },
  { names: ["::-webkit-inner-spin-button"] },
  // Beside `[open]`, in a list that forgives.
  { names: [":open"] },
];

export function isExcepted(path: string, name: string): boolean {
  return EXCEPTIONS.some(
    ({ chunk = "", names }) => names.includes(name) && path.startsWith(`web/dist/assets/${chunk}`),
  );
}
