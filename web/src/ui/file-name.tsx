import type { ReactNode } from "react";
import { classes } from "./classes.ts";

/** So much of a name's end stays in sight: there stand what tells two scans apart and what kind of file it is. */
const KEPT_LETTERS = 8;
/** What two lines of the narrowest column hold. */
const TWO_LINES = 64;

type FileNameProps = {
  readonly name: string;
  readonly lines?: 1 | 2;
  /** Draws the letters between two places of one line, where they are not all alike. */
  readonly letters?: (from: number, to: number) => ReactNode;
  readonly className?: string;
};

/** The name of a file. What has no room is left out in the middle; the whole name is its title. */
export function FileName({ name, lines = 1, letters, className }: FileNameProps) {
  return (
    <span
      title={name}
      className={classes("min-w-0", lines === 1 ? "flex" : "line-clamp-2 wrap-anywhere", className)}
    >
      {lines === 1 ? <OneLine name={name} letters={letters} /> : <TwoLines name={name} />}
    </span>
  );
}

function OneLine({ name, letters }: Pick<FileNameProps, "name" | "letters">) {
  const { start, end, ending } = partsOf(name);
  const rest = name.length - ending.length;
  const draw = letters ?? ((from: number, to: number) => name.slice(from, to));
  return (
    <>
      <span className="sr-only">{name}</span>
      {/* A name in another script reads its own way; its ending stays behind it. */}
      <span aria-hidden dir="auto" className="flex min-w-0 whitespace-pre">
        <span className="overflow-hidden text-ellipsis">{draw(0, start.length)}</span>
        <span className="shrink-0">{draw(rest - end.length, rest)}</span>
      </span>
      <span aria-hidden dir="ltr" className="shrink-0">
        {draw(rest, name.length)}
      </span>
    </>
  );
}

function TwoLines({ name }: { readonly name: string }) {
  const { start, end, ending } = partsOf(name);
  const begun = Array.from(start);
  const isCut = begun.length + end.length + ending.length > TWO_LINES;
  const shown = isCut
    ? `${begun.slice(0, TWO_LINES - end.length - ending.length).join("")}…`
    : start;
  return (
    <>
      {isCut ? <span className="sr-only">{name}</span> : null}
      <span aria-hidden={isCut || undefined}>
        <bdi>
          {shown}
          {end}
        </bdi>
        <bdi dir="ltr">{ending}</bdi>
      </span>
    </>
  );
}

/** Exported for its test. */
export function partsOf(name: string): { start: string; end: string; ending: string } {
  const ending = /\.[\p{L}\p{N}]{1,5}$/u.exec(name)?.[0] ?? "";
  const stem = Array.from(name.slice(0, name.length - ending.length));
  const kept = stem.length > 2 * KEPT_LETTERS ? KEPT_LETTERS : 0;
  return {
    start: stem.slice(0, stem.length - kept).join(""),
    end: stem.slice(stem.length - kept).join(""),
    ending,
  };
}
