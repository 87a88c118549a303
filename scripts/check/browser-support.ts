/**
 * Whether the built web uses what the oldest supported browsers (README.md) do not have. Vite writes syntax for them;
 * functions and styles it leaves as they are, those of libraries too. What browsers have is MDN's knowledge.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import compatibility from "@mdn/browser-compat-data" with { type: "json" };
import type { Identifier, SimpleSupportStatement } from "@mdn/browser-compat-data";
import { root } from "#scripts/tools.ts";
import { isExcepted } from "./browser-exceptions.ts";
import type { Problem, SourceFile } from "./sources.ts";

/** As in web/vite.config.ts. */
const OLDEST = {
  chrome: 111,
  edge: 111,
  firefox: 128,
  safari: 16.4,
  safari_ios: 16.4,
} as const;

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
  for (const [name, method = ""] of text.matchAll(/\.(\w+)(?=\()/g)) {
    const feature = newNames.get(method);
    if (feature !== undefined) used.set(name, feature);
  }
  return used;
}

/** Methods of the language whose name nothing has that is known: whatever they are called on, they are too new. */
function findNewNames(): Map<string, Identifier> {
  const { builtins } = compatibility.javascript;
  const known = new Set<string>();
  const unknown = new Map<string, Identifier>();
  for (const object of Object.values(compatibility.api))
    for (const [name, feature] of Object.entries(object))
      if (missingIn(feature).length === 0) known.add(name.replace(/_static$/, ""));
  for (const object of Object.values(builtins ?? {}))
    for (const [name, feature] of Object.entries(object))
      if (missingIn(feature).length === 0) known.add(name);
      else unknown.set(name, feature);
  for (const name of known) unknown.delete(name);
  return unknown;
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

const newNames = findNewNames();
