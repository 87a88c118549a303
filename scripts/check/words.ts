/** What must not stand in a finished project: loose ends, lonely tests, paths of one person's machine. */
import { isCode, lineAt, type Problem, type SourceFile } from "./sources.ts";

interface Ban {
  pattern: RegExp;
  message: string;
  codeOnly: boolean;
}

/** Put together here, so that this file does not break its own rules. */
const marks = ["TO" + "DO", "FIX" + "ME", "XX" + "X"].join("|");
const excuses = ["not " + "implemented", "coming " + "soon"].join("|");
const stillborn = ["skip", "only", "skipIf", "runIf", "to" + "do", "fix" + "me"].join("|");

const bans: Ban[] = [
  {
    pattern: new RegExp(`\\b(?:${marks})\\b|\\b(?:${excuses})\\b`, "g"),
    message: "Finish it, or leave it out.",
    codeOnly: false,
  },
  {
    pattern: new RegExp(`\\b(?:it|test|describe)\\.(?:${stillborn})\\b`, "g"),
    message: "Every test runs, every time.",
    codeOnly: true,
  },
  {
    pattern: /(?<![\w.~-])\/(?:home|root|Users|work|farm)\/\w|\b[A-Z]:\\\\?Users\b/g,
    message: "A path of one machine.",
    codeOnly: false,
  },
];

export function findBannedWords(sources: SourceFile[]): Problem[] {
  return sources.flatMap((source) =>
    bans
      .filter((ban) => !ban.codeOnly || isCode(source))
      .flatMap((ban) =>
        [...source.text.matchAll(ban.pattern)].map((match) => ({
          path: source.path,
          line: lineAt(source.text, match.index),
          message: `"${match[0]}": ${ban.message}`,
        })),
      ),
  );
}
