import { Fragment } from "react";
import type { SearchHit } from "contract/search";
import { FileName } from "#web/ui/file-name.tsx";

type MarkedTextProps = { readonly text: string; readonly marks: SearchHit["marks"] };

/** A text in its own direction, with what was found in bold. */
export function MarkedText({ text, marks }: MarkedTextProps) {
  return (
    <span dir="auto" className="truncate">
      <Marked text={text} marks={marks} />
    </span>
  );
}

/** The same of a file's name, whose end tells it from the next one. */
export function MarkedFileName({ text, marks }: MarkedTextProps) {
  return (
    <FileName
      name={text}
      letters={(from, to) => (
        <Marked text={text.slice(from, to)} marks={marksBetween(marks, from, to)} />
      )}
    />
  );
}

function Marked({ text, marks }: MarkedTextProps) {
  const ends = [0, ...marks.map(([, to]) => to)];
  return (
    <>
      {marks.map(([from, to], index) => (
        <Fragment key={from}>
          {text.slice(ends[index], from)}
          <mark className="bg-transparent font-bold text-ink">{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(ends.at(-1))}
    </>
  );
}

/** Counted from the start of the stretch; a mark over its edge is marked on both sides. */
function marksBetween(marks: SearchHit["marks"], start: number, end: number): SearchHit["marks"] {
  return marks
    .filter(([from, to]) => from < end && to > start)
    .map(([from, to]) => [Math.max(from, start) - start, Math.min(to, end) - start]);
}
