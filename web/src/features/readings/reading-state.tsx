import type { PassportReading } from "contract/readings";
import { formatDate } from "#web/format/time.ts";
import { passportReadingTexts as texts } from "#web/messages/readings.ts";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { SpinnerRing } from "#web/ui/spinner.tsx";

type ReadingStateProps = {
  /** Null: nothing was ever read from it. */
  readonly reading: PassportReading | null | undefined;
  readonly onReadAgain: () => void;
  readonly isAsking: boolean;
  readonly onType: () => void;
};

/** Why there are no lines, or none yet; nothing once they are there. */
export function ReadingState({ reading, onReadAgain, isAsking, onType }: ReadingStateProps) {
  if (reading === undefined) return <Skeleton className="h-8 w-full" />;
  if (reading?.state === "queued" || reading?.state === "running") {
    return (
      <p role="status" className="flex items-center gap-2 text-sm text-muted">
        <SpinnerRing />
        {texts.reading}
      </p>
    );
  }
  const sentence = sentenceOf(reading);
  if (sentence === null) return null;
  const isHopeless = reading?.problem === "locked" || reading?.problem === "word";
  return (
    <>
      <p className="text-sm text-muted">{sentence}</p>
      <div className="flex flex-wrap gap-2">
        {isHopeless ? null : (
          <Button variant="secondary" size="sm" pending={isAsking} onClick={onReadAgain}>
            {texts.readAgain}
          </Button>
        )}
        {reading?.state === "cleared" ? null : (
          <Button variant="secondary" size="sm" onClick={onType}>
            {texts.typeLines}
          </Button>
        )}
      </div>
    </>
  );
}

function sentenceOf(reading: PassportReading | null): string | null {
  if (reading === null) return texts.unread;
  const { state, problem, clearedAt } = reading;
  if (state === "failed") return texts.failed;
  if (state === "cleared") return texts.cleared(clearedAt === null ? "" : formatDate(clearedAt));
  if (state !== "unreadable") return null;
  if (problem === "locked") return texts.locked;
  return problem === "word" ? texts.word : texts.unreadable;
}
