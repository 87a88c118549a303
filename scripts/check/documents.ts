/** Paths and commands that the documentation names must exist: nobody should follow a map of another city. */
import { dirname, join } from "node:path/posix";
import { lineAt, type Problem, type SourceFile } from "./sources.ts";

export interface Tree {
  /** Every file of the project. */
  files: string[];
  /** The npm scripts of the root package, and what they run. */
  commands: Record<string, string>;
}

interface Mention {
  text: string;
  index: number;
  /** The path from the root, or from the document. */
  isExact: boolean;
}

interface PlaceMap {
  has(path: string): boolean;
  hasFolderNamed(name: string): boolean;
  endsIn(path: string): boolean;
}

/** npm's own verbs, which need no script. */
const NPM_VERBS = new Set(["ci", "install", "run", "audit", "outdated", "ls"]);

export function findDocumentProblems(documents: SourceFile[], tree: Tree): Problem[] {
  const places = new Set(tree.files.flatMap((path) => [path, ...foldersAbove(path)]));
  const map: PlaceMap = {
    has: (path) => places.has(path),
    hasFolderNamed: (name) => [...places].some((place) => `/${place}/`.includes(`/${name}/`)),
    endsIn: (path) => [...places].some((place) => `/${place}`.endsWith(`/${path}`)),
  };
  return documents.flatMap((document) => {
    const wrong = [
      ...mentionedPaths(document, map)
        .filter((mention) => !exists(document, mention, map))
        .map(({ text, index }) => ({ index, message: `${text} does not exist.` })),
      ...mentionedCommands(document)
        .filter(({ text }) => !NPM_VERBS.has(text) && !runs(tree.commands[text], map))
        .map(({ text, index }) => ({ index, message: `package.json has no command "${text}".` })),
    ];
    return wrong.map(({ index, message }) => ({
      path: document.path,
      line: lineAt(document.text, index),
      message,
    }));
  });
}

/** A command whose script is missing is no command. */
function runs(command: string | undefined, map: PlaceMap): boolean {
  const script = command?.match(/^node (?:--import \S+ |--\S+ )*(\S+)/)?.[1];
  return command !== undefined && (script === undefined || map.has(script));
}

function foldersAbove(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, end) => parts.slice(0, end + 1).join("/"));
}

function mentionedPaths({ text }: SourceFile, map: PlaceMap): Mention[] {
  const spans = [...text.matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)]
    .map((match) => ({ text: match[1] ?? "", index: match.index, isExact: false }))
    .filter((mention) => isPath(mention.text, map));
  const links = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
    .map((match) => ({ text: match[1] ?? "", index: match.index, isExact: true }))
    .filter((mention) => !/^\w+:/.test(mention.text));
  return [...spans, ...links, ...pathsInTrees(text)];
}

/** `server/src/app.ts`, `e2e/`, `package.json`; but neither a URL path, a pattern nor the name of a lint rule. */
function isPath(span: string, map: PlaceMap): boolean {
  if (!/^[#.]?\w[\w./@-]*$/.test(span)) return false;
  const namesFile = /\w\.(ts|tsx|json|md|sql|css|html|example)$/.test(span);
  const firstFolder = span.split("/")[0] ?? "";
  return namesFile || (span.includes("/") && map.hasFolderNamed(firstFolder));
}

/** A fenced block marked `tree`: folders end with a slash, what they hold is indented below. */
function pathsInTrees(text: string): Mention[] {
  return [...text.matchAll(/^```tree\n([\s\S]*?)^```/gm)].flatMap((block) => {
    const folders: string[] = [];
    const start = block.index + "```tree\n".length;
    return [...(block[1] ?? "").matchAll(/^( *)(\S+)/gm)].map((line) => {
      const depth = (line[1] ?? "").length / 2;
      const name = line[2] ?? "";
      folders.length = depth;
      const path = folders.join("") + name;
      if (name.endsWith("/")) folders[depth] = name;
      return { text: path, index: start + line.index, isExact: true };
    });
  });
}

/** A link or a tree is exact; running text may leave out the beginning, as in `http/errors.ts`. */
function exists(document: SourceFile, mention: Mention, map: PlaceMap): boolean {
  const path = mention.text
    .replace(/^#(server|web)\//, "$1/src/")
    .replace(/^#e2e\//, "e2e/")
    .replace(/\/$/, "");
  return mention.isExact
    ? map.has(path) || map.has(join(dirname(document.path), path))
    : map.endsIn(path);
}

function mentionedCommands({ text }: SourceFile): Omit<Mention, "isExact">[] {
  return [...text.matchAll(/\bnpm (?:run )?([a-z][a-z:-]*)/g)]
    .filter((match) => isCommandContext(text, match.index))
    .map((match) => ({ text: match[1] ?? "", index: match.index }));
}

/** Inside backticks or a fenced block; in a sentence "npm packages" is no command. */
function isCommandContext(text: string, index: number): boolean {
  const before = text.slice(0, index);
  const isFenced = (before.match(/^```/gm)?.length ?? 0) % 2 === 1;
  const line = before.slice(before.lastIndexOf("\n") + 1);
  return isFenced || (line.match(/`/g)?.length ?? 0) % 2 === 1;
}
