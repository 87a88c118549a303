/**
 * Two releases serve one database while one takes over from the other. So every step of the database says what it is to
 * the release before; what takes away names the step that has replaced it, and stands at least one release after that.
 */
import type { Problem, SourceFile } from "./sources.ts";

type Step = {
  path: string;
  id: number;
  text: string;
  kind: string | undefined;
  isAlone: boolean;
  /** Of a contract step, the step whose replacement it completes. */
  of: number | null;
};

const FOLDER = /^server\/migrations\/(\d{4})_[a-z0-9_]+\.sql$/;
const KIND = /^-- kind: (expand|contract)(, alone)?(?: of (\d{4}))?\n/;
/** What a portal of the release before would stumble over. */
const TAKES_AWAY = /\bdrop (?:table|column)\b|\brename\b/i;
const INDEX = /^create (?:unique )?index (concurrently )?(?:if not exists )?\w+\s+on (\w+)/gim;

/** `releases`: the last step of each release that is out. Its own steps stay as they are: nobody upgrades to them. */
export function findMigrationProblems(
  files: readonly SourceFile[],
  releases: Readonly<Record<string, number>>,
): Problem[] {
  const steps = files.flatMap(readStep);
  const lasts = Object.values(releases);
  const releaseOf = (id: number) => lasts.filter((last) => last < id).length;
  const complain = ({ path }: Step, message: string) => ({ path, line: 1, message });
  return steps.flatMap((step) => {
    if (step.kind === undefined)
      return [
        complain(step, 'The first line must be "-- kind: expand" or "-- kind: contract of …".'),
      ];
    if (releaseOf(step.id) === 0) return [];
    if (step.kind === "contract") {
      const { of } = step;
      if (of === null || !steps.some(({ id }) => id === of))
        return [complain(step, "A contract step names the step that it completes.")];
      if (releaseOf(of) < releaseOf(step.id)) return [];
      return [complain(step, `A contract step stands one release after its expand step ${of}.`)];
    }
    if (TAKES_AWAY.test(withoutComments(step)))
      return [complain(step, "An expand step takes nothing away and renames nothing.")];
    return blockingIndexes(step).map((table) =>
      complain(step, `An index of ${table} is built concurrently, in a step "expand, alone".`),
    );
  });
}

function readStep({ path, text }: SourceFile): Step[] {
  const id = FOLDER.exec(path)?.[1];
  if (id === undefined) return [];
  const [, kind, alone, of] = KIND.exec(text) ?? [];
  return [
    {
      path,
      text,
      kind,
      id: Number(id),
      isAlone: alone !== undefined,
      of: of === undefined ? null : Number(of),
    },
  ];
}

/** Tables with rows in them, which nobody could write while the index is built. */
function blockingIndexes(step: Step): string[] {
  const text = withoutComments(step);
  return [...text.matchAll(INDEX)].flatMap(([, concurrently, table = ""]) => {
    const isNew = new RegExp(`create table (?:if not exists )?${table}\\b`, "i").test(text);
    return isNew || (step.isAlone && concurrently !== undefined) ? [] : [table];
  });
}

function withoutComments({ text }: Step): string {
  return text.replaceAll(/--.*$/gm, "");
}
