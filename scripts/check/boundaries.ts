/**
 * The boundaries the linter cannot express, because they depend on where the importing file itself lies:
 * floors, features that ignore one another, modules that meet through services, tables written by their owner alone.
 */
import { importsPointDown } from "./floors.ts";
import { importsOf, type Import } from "./imports.ts";
import { isCode, lineAt, type Problem, type SourceFile } from "./sources.ts";
import { tableOwnersIn, type TableOwners, writersOfEveryTable } from "./table-owners.ts";

type Rule = (source: SourceFile, owners: TableOwners) => Problem[];

const NAMELESS_FOLDER = /(^|\/)(utils?|libs?|common|helpers?|shared|misc)\//;

/** Folders whose neighbours do not know one another, and what may be imported across all the same. */
const neighbourhoods: { folder: string; open: RegExp | null; message: string }[] = [
  { folder: "web/src/features/", open: null, message: "Features do not know each other (rule 7)." },
  { folder: "web/src/screens/", open: null, message: "Screens do not know each other (rule 7)." },
  {
    folder: "server/src/modules/",
    // Every change inside a case begins with its lock and ends within its quota, whichever module makes it; and what a
    // checklist is derived from and to, and whoever follows it, is the same for whoever derives it. Who belongs to a
    // case is one statement for whoever tells them; a definition names the type of an erasure. Every mail about a case has the same frame.
    // A passport is read beside its document and its person: how those are locked, sealed, seen and told of is theirs to say.
    open: /\.(service|policy)\.ts$|\/case-(lock|quota)\.ts$|\/cases\/(erasures|people-of-case)\.ts$|\/notifications\/case-mail\.ts$|\/checklist\/(ages|checklist-(of|input)|document-place|followers|missing-list|readiness)\.ts$|\/applicants\/(applicant-rows|passport-number)\.ts$|\/documents\/(document-answers|documents\.(events|queries))\.ts$/,
    message: "Modules meet through services and policies (rule 5).",
  },
];

/** The folder below `folder` in which a file lies; null for a file elsewhere, or in `folder` itself. */
function neighbourOf(path: string, folder: string): string | null {
  if (!path.startsWith(folder)) return null;
  const [neighbour = null, file] = path.slice(folder.length).split("/");
  return file === undefined ? null : neighbour;
}

function neighboursStayApart(source: SourceFile): Problem[] {
  return neighbourhoods.flatMap(({ folder, open, message }) => {
    const own = neighbourOf(source.path, folder);
    if (own === null || isTest(source)) return [];
    const crosses = ({ target }: Import) => {
      const other = target === null ? null : neighbourOf(target, folder);
      return other !== null && other !== own && !open?.test(target ?? "");
    };
    return importsOf(source).filter(crosses).map(problemOf(source, message));
  });
}

function ownersWriteTheirTables(source: SourceFile, owners: TableOwners): Problem[] {
  if (!source.path.startsWith("server/src/") || isTest(source)) return [];
  const place = source.path.slice("server/src/".length);
  if (writersOfEveryTable.some((folder) => place.startsWith(folder))) return [];
  return writesOf(source, owners)
    .filter(({ table }) => !owners[table]?.some((folder) => place.startsWith(folder)))
    .map(({ table, line }) => ({
      path: source.path,
      line,
      message: `Writes ${table}, which belongs to ${owners[table]?.join(", ") ?? "nobody yet: name it in the definition of its module"} (rule 4).`,
    }));
}

interface Write {
  table: string;
  line: number;
}

function writesOf(source: SourceFile, owners: TableOwners): Write[] {
  const tables = tableNames(source);
  const built = [...source.text.matchAll(/\.(?:insert|update|delete)\(\s*(?:\w+\.)?(\w+)\s*\)/g)]
    .map((match) => ({ table: tables.get(match[1] ?? ""), line: lineAt(source.text, match.index) }))
    .filter((write): write is Write => write.table !== undefined);
  const typed = [...source.text.matchAll(/\b(?:insert into|update|delete from)\s+(?:\$\{)?(\w+)/gi)]
    .map((match) => ({
      table: tables.get(match[1] ?? "") ?? tableInSql(match[1] ?? "", owners),
      line: lineAt(source.text, match.index),
    }))
    .filter((write): write is Write => write.table !== undefined);
  return [...built, ...typed];
}

/** Local names of the tables a file imports, with the names they have at home. */
function tableNames(source: SourceFile): Map<string, string> {
  const names = importsOf(source)
    .filter(({ target }) => target?.startsWith("server/src/database/tables/"))
    .flatMap(({ clause }) => [...clause.matchAll(/(\w+)(?:\s+as\s+(\w+))?/g)])
    .map((match) => [match[2] ?? match[1] ?? "", match[1] ?? ""] as const);
  return new Map(names);
}

function tableInSql(name: string, owners: TableOwners): string | undefined {
  const camelCase = name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return name.includes("_") && camelCase in owners ? camelCase : undefined;
}

function foldersHaveNames(source: SourceFile): Problem[] {
  if (!NAMELESS_FOLDER.test(source.path)) return [];
  const message = "A folder named after nothing: name it after what it holds (rule 8).";
  return [{ path: source.path, line: 1, message }];
}

function thereAreNoBarrels(source: SourceFile): Problem[] {
  if (!/(^|\/)index\.tsx?$/.test(source.path)) return [];
  return [{ path: source.path, line: 1, message: "No barrels: import the file itself (rule 8)." }];
}

function isTest(source: SourceFile): boolean {
  return /\.test\.tsx?$/.test(source.path);
}

function problemOf(source: SourceFile, message: string): (found: Import) => Problem {
  return ({ line, specifier }) => ({
    path: source.path,
    line,
    message: `imports ${specifier}. ${message}`,
  });
}

const rules: Rule[] = [
  neighboursStayApart,
  importsPointDown,
  ownersWriteTheirTables,
  foldersHaveNames,
  thereAreNoBarrels,
];

export function findBoundaryProblems(sources: SourceFile[]): Problem[] {
  const owners = tableOwnersIn(sources);
  return sources.filter(isCode).flatMap((source) => rules.flatMap((rule) => rule(source, owners)));
}
