import { useState } from "react";
import { LINE_LENGTH } from "contract/reading-parts";
import { readingsApi } from "contract/readings";
import { urlOf } from "#web/api/request.ts";
import { passportReadingTexts as texts } from "#web/messages/readings.ts";

/** Of the picture that the server draws, whose places are all alike. */
const PLACE_WIDTH = 30;
const STRIP_HEIGHT = 100;

type LinesStripProps = {
  readonly documentId: number;
  readonly lines: readonly [string, string];
};

/** The two lines as they stand in the passport, and below them as they were read, character under character. */
export function LinesStrip({ documentId, lines }: LinesStripProps) {
  const [isLarge, setLarge] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const scale = isLarge ? 2 : 1;
  return (
    <div
      role="group"
      aria-label={texts.strip}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls sideways must be reachable by keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-md border border-line bg-sunken"
    >
      <div style={{ width: LINE_LENGTH * PLACE_WIDTH * scale }}>
        {isMissing ? null : (
          <button
            type="button"
            className="block w-full"
            aria-label={isLarge ? texts.reduce : texts.enlarge}
            onClick={() => setLarge(!isLarge)}
          >
            <img
              src={urlOf(readingsApi.strip, { params: { id: documentId } })}
              alt=""
              className="block w-full"
              style={{ height: STRIP_HEIGHT * scale }}
              onError={() => setMissing(true)}
            />
          </button>
        )}
        {lines.map((line, row) => (
          <p
            key={row}
            aria-hidden
            data-line={row + 1}
            className="grid text-center font-mono text-base"
            style={{ gridTemplateColumns: `repeat(${LINE_LENGTH}, minmax(0, 1fr))` }}
          >
            {Array.from(line, (character, place) => (
              <span key={place}>{character}</span>
            ))}
          </p>
        ))}
        <p className="sr-only">{lines.join(" ")}</p>
      </div>
    </div>
  );
}
