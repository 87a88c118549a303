/** What each file imports, read from its text. */
import { dirname, join } from "node:path/posix";
import { lineAt, type SourceFile } from "./sources.ts";

export interface Import {
  /** As it stands in the file. */
  specifier: string;
  /** Path in the repository when the target is ours, otherwise null. */
  target: string | null;
  /** The clause between `import` and `from`, empty for a bare import. */
  clause: string;
  line: number;
}

const IMPORT =
  /^[ \t]*(?:import|export)\b([^;"']*?)\bfrom\s*"([^"]+)"|\bimport\s*\(?\s*"([^"]+)"/gm;

const ALIASES: [prefix: string, folder: string][] = [
  ["#server/", "server/src/"],
  ["#testing/", "server/testing/"],
  ["#demo/", "server/demo/"],
  ["#commands/", "server/commands/"],
  ["#web/", "web/src/"],
  ["#e2e/", "e2e/"],
];

export function importsOf(source: SourceFile): Import[] {
  return [...source.text.matchAll(IMPORT)].map((match) => {
    const specifier = match[2] ?? match[3] ?? "";
    return {
      specifier,
      target: resolveTarget(source.path, specifier),
      clause: match[1] ?? "",
      line: lineAt(source.text, match.index + match[0].search(/\S/)),
    };
  });
}

function resolveTarget(path: string, specifier: string): string | null {
  if (specifier.startsWith(".")) return join(dirname(path), specifier);
  if (specifier.startsWith("contract/"))
    return `contract/src/${specifier.slice("contract/".length)}.ts`;
  const alias = ALIASES.find(([prefix]) => specifier.startsWith(prefix));
  return alias === undefined ? null : alias[1] + specifier.slice(alias[0].length);
}
