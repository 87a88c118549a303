import { caseStatusTexts } from "contract/case-status";
import type { Home, HomeRange } from "contract/homes";
import { StageBar } from "#web/features/cases/stage-bar.tsx";
import { StatusGlyph } from "#web/features/cases/status-badge.tsx";
import { formatDayInSentence, formatLongDay } from "#web/format/long-day.ts";
import { homeMessages as texts } from "#web/messages/homes.ts";
import { cardLook } from "#web/ui/card.tsx";
import type { HomeProps } from "./home-props.ts";
import { RangeTrack } from "./range-track.tsx";

/** Which step a case is in, since when, and how long it took others. */
export function CaseStep({ home: { step, range } }: HomeProps) {
  if (step === null) return null;
  return (
    <section aria-labelledby="home-step">
      <h2 id="home-step" className="mb-3 px-1 text-lg font-semibold">
        {texts.stands}
      </h2>
      <div className={`${cardLook} overflow-clip`}>
        <div className="px-4 py-4">
          <div className="mb-3 flex items-center gap-3">
            <StatusGlyph status={step.status} size={20} />
            <div className="min-w-0">
              <p className="text-md font-semibold">
                {texts.step(step, caseStatusTexts[step.status].label)}
              </p>
              <p className="text-xs text-muted">{texts.since(formatLongDay(step.since))}</p>
            </div>
          </div>
          <StageBar status={step.status} />
        </div>
        <div className="border-t border-line px-4 py-4">
          {range === null ? (
            <p className="text-sm text-muted">{texts.noRange}</p>
          ) : (
            <Range range={range} step={step} />
          )}
        </div>
      </div>
    </section>
  );
}

type RangeProps = { readonly range: HomeRange; readonly step: NonNullable<Home["step"]> };

function Range({ range, step }: RangeProps) {
  const { from, to, place, cases } = range;
  const sentence = texts.forYourCase[place](formatDayInSentence(from), formatDayInSentence(to));
  return (
    <>
      <p className="text-md font-semibold">{sentence}</p>
      <p className="mt-0.5 text-sm text-muted">{texts.usually(range, step.index === step.of)}</p>
      <RangeTrack range={range} status={step.status} />
      <p className="mt-2 text-xs text-faint">{texts.source(cases)}</p>
    </>
  );
}
