import { Fragment } from "react";
import type { SearchHit } from "contract/search";

type MarkedTextProps = { readonly text: string; readonly marks: SearchHit["marks"] };

/** A text in its own direction, with what was found in bold. */
export function MarkedText({ text, marks }: MarkedTextProps) {
  const ends = [0, ...marks.map(([, to]) => to)];
  return (
    <span dir="auto" className="truncate">
      {marks.map(([from, to], index) => (
        <Fragment key={from}>
          {text.slice(ends[index], from)}
          <mark className="bg-transparent font-bold text-ink">{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(ends.at(-1))}
    </span>
  );
}
