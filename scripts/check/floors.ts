/**
 * Folders stand on floors, and an import points down: a folder knows those below it, never those above or beside it.
 * Types count too.
 */
import { importsOf } from "./imports.ts";
import type { Problem, SourceFile } from "./sources.ts";

type House = {
  root: string;
  /** From the top down. Files that stand in no folder are on the first floor. */
  floors: readonly (readonly string[])[];
};

const houses: readonly House[] = [
  {
    root: "server/src/",
    floors: [
      [],
      ["modules"],
      ["operations"],
      ["http"],
      ["auth"],
      ["audit", "files", "mail"],
      ["events", "jobs"],
      ["database"],
      ["integrations"],
      ["config"],
      ["core"],
    ],
  },
  {
    root: "web/src/",
    floors: [
      [],
      ["testing"],
      ["screens"],
      ["features"],
      ["shell", "viewer", "lists"],
      ["feedback"],
      ["api", "ui"],
      ["format"],
      ["messages"],
    ],
  },
];

export function importsPointDown(source: SourceFile): Problem[] {
  const house = houses.find(({ root }) => source.path.startsWith(root));
  if (house === undefined || /\.test\.tsx?$/.test(source.path)) return [];
  const own = placeOf(source.path, house);
  if (own.floor === -1) {
    const message = `The folder ${own.folder} stands on no floor (scripts/check/floors.ts).`;
    return [{ path: source.path, line: 1, message }];
  }
  return importsOf(source).flatMap(({ target, specifier, line }) => {
    if (target === null || !target.startsWith(house.root)) return [];
    const other = placeOf(target, house);
    const isFine = other.folder === own.folder || other.floor > own.floor;
    const message = `imports ${specifier}. ${own.folder} does not stand above ${other.folder} (rule 5).`;
    return isFine ? [] : [{ path: source.path, line, message }];
  });
}

function placeOf(path: string, { root, floors }: House): { folder: string; floor: number } {
  const [folder = "", file] = path.slice(root.length).split("/");
  if (file === undefined) return { folder: "the top", floor: 0 };
  return { folder, floor: floors.findIndex((floor) => floor.includes(folder)) };
}
