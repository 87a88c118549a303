/**
 * Whether the built web uses what the oldest supported browsers (README.md) do not have. Vite writes syntax for them;
 * functions and styles it leaves as they are, those of libraries too. What browsers have is MDN's knowledge.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import compatibility from "@mdn/browser-compat-data" with { type: "json" };
import type { Identifier, SimpleSupportStatement } from "@mdn/browser-compat-data";
import { root } from "#scripts/tools.ts";
import type { Problem, SourceFile } from "./sources.ts";

/** As in web/vite.config.ts. */
const OLDEST = {
  chrome: 111,
  edge: 111,
  firefox: 128,
  safari: 16.4,
  safari_ios: 16.4,
} as const;

interface Exception {
  /** The beginning of the file's name; every file unless given. */
  chunk?: string;
  names: string[];
}

/** Used, and no harm where it is missing. */
const EXCEPTIONS: Exception[] = [
  // Asked for before they are used: by the router, React, zod and the drop zone.
  { names: ["document.startViewTransition", "navigator.connection", "window.showOpenFilePicker"] },
  { names: ["Error.captureStackTrace"] },
  // pdf.js brings these itself or asks first; the last but one comes from web/src/viewer/promise-with-resolvers.ts, and
  // the last serves the editors of pdf.js, which the viewer does not have.
  ...["open-pdf", "pdf-worker"].map((chunk) => ({
    chunk,
    names: [
      "JSON.rawJSON",
      "JSON.isRawJSON",
      "Math.sumPrecise",
      "URL.parse",
      "Promise.try",
      "Uint8Array.fromBase64",
      "new Float16Array",
      "navigator.gpu",
      "new ImageDecoder",
      "ImageDecoder.isTypeSupported",
      "new VideoFrame",
      "Promise.withResolvers",
      "AbortSignal.any",
    ],
  })),
  // Finer where it is known: lines that break evenly, quiet scroll bars, text areas that grow, masks, the pointer's look.
  { names: ["text-wrap", "text-wrap: balance", "text-wrap: pretty", "scrollbar-color"] },
  { names: ["scrollbar-width", "scrollbar-width: none", "field-sizing", "field-sizing: content"] },
  { names: ["resize", "resize: vertical", "resize: both", "resize: none", "overscroll-behavior"] },
  { names: ["mask-composite", "mask-composite: intersect", "animation-timeline", "::selection"] },
  { names: ["cursor: pointer", "cursor: default", "cursor: not-allowed"] },
  // Of one maker only, and written for it alone.
  {
    names: ["-webkit-tap-highlight-color", "-webkit-mask-composite", "::-webkit-inner-spin-button"],
  },
  // Beside `[open]`, in a list that forgives.
  { names: [":open"] },
];

export function readBuild(): SourceFile[] {
  const dist = join(root, "web", "dist");
  return globSync("assets/*.{js,css}", { cwd: dist }).map((name) => ({
    path: `web/dist/${name}`,
    text: readFileSync(join(dist, name), "utf8"),
  }));
}

export function findUnsupportedFeatures(files: readonly SourceFile[]): Problem[] {
  return files.flatMap(({ path, text }) => {
    const used = path.endsWith(".css") ? stylesIn(text) : functionsIn(text);
    return [...used].flatMap(([name, feature]) => {
      if (isExcepted(path, name)) return [];
      const missing = missingIn(feature);
      return missing.length === 0
        ? []
        : [{ path, line: 1, message: `${name} is unknown to ${missing.join(", ")}` }];
    });
  });
}

function isExcepted(path: string, name: string): boolean {
  return EXCEPTIONS.some(
    ({ chunk = "", names }) => names.includes(name) && path.startsWith(`web/dist/assets/${chunk}`),
  );
}

function functionsIn(text: string): Map<string, Identifier> {
  const used = new Map<string, Identifier>();
  for (const [name = "", object = "", member = ""] of text.matchAll(/\b([A-Za-z]\w*)\.(\w+)\b/g)) {
    const feature = memberOf(object, member);
    if (feature !== undefined) used.set(name, feature);
  }
  for (const [name, object = ""] of text.matchAll(/\bnew ([A-Z]\w+)\b/g)) {
    const feature =
      own(compatibility.api, object) ?? own(compatibility.javascript.builtins, object);
    if (feature !== undefined) used.set(name, feature);
  }
  return used;
}

const INSTANCES: Record<string, string> = {
  navigator: "Navigator",
  document: "Document",
  window: "Window",
  globalThis: "Window",
  crypto: "Crypto",
};

function memberOf(object: string, member: string): Identifier | undefined {
  const instance = INSTANCES[object];
  if (instance !== undefined) return own(own(compatibility.api, instance), member);
  return (
    own(own(compatibility.javascript.builtins, object), member) ??
    own(own(compatibility.api, object), `${member}_static`)
  );
}

function own(features: Identifier | undefined, name: string): Identifier | undefined {
  return features !== undefined && Object.hasOwn(features, name)
    ? (features[name] as Identifier)
    : undefined;
}

function stylesIn(text: string): Map<string, Identifier> {
  const used = new Map<string, Identifier>();
  const { properties, selectors, types } = compatibility.css;
  for (const [, property = "", value = ""] of text.matchAll(/[{;]([a-z-]+):([^;{}]+)/g)) {
    const feature = own(properties, property);
    if (feature === undefined) continue;
    used.set(property, feature);
    const keyword = own(feature, value.trim());
    if (keyword !== undefined) used.set(`${property}: ${value.trim()}`, keyword);
  }
  for (const [name, rule = ""] of text.matchAll(/@([a-z-]+)/g)) {
    const feature = own(compatibility.css["at-rules"], rule);
    if (feature !== undefined) used.set(name, feature);
  }
  const heads = [...text.matchAll(/([^{};]+)\{/g)].map(([, head = ""]) => head).join(" ");
  for (const [name, selector = ""] of heads.matchAll(/::?([a-z-]+)/g)) {
    const feature = own(selectors, selector);
    if (feature !== undefined) used.set(name, feature);
  }
  for (const [name, type = ""] of text.matchAll(/\b([a-z-]+)\(/g)) {
    const feature = own(types, type) ?? own(own(types, "color"), type);
    if (feature !== undefined) used.set(`${name})`, feature);
  }
  return used;
}

/** The supported browsers that do not have it, at least not in their oldest supported version. */
function missingIn(feature: Identifier): string[] {
  const support = feature.__compat?.support;
  if (support === undefined) return [];
  return Object.entries(OLDEST).flatMap(([browser, oldest]) => {
    const statements = [support[browser as keyof typeof OLDEST] ?? []].flat();
    return statements.some((statement) => isThere(statement, oldest))
      ? []
      : [`${browser} ${oldest}`];
  });
}

function isThere(statement: SimpleSupportStatement, oldest: number): boolean {
  const { version_added: added, version_removed: removed, flags } = statement;
  if (typeof added !== "string" || removed !== undefined || flags !== undefined) return false;
  return added === "preview" ? false : Number.parseFloat(added.replace("≤", "")) <= oldest;
}
