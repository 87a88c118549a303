import { Link } from "@tanstack/react-router";
import type { Home } from "contract/homes";
import { StatusGlyph } from "#web/features/cases/status-badge.tsx";
import { ItemGlyph } from "#web/features/checklist/item-badge.tsx";
import { homeMessages as texts } from "#web/messages/homes.ts";
import { retentionYears } from "#web/shell/bureau.ts";
import { Guilloche } from "#web/shell/guilloche.tsx";
import { cardLook } from "#web/ui/card.tsx";
import type { HomeProps } from "./home-props.ts";
import { NeedLine } from "./need-line.tsx";

/** What is needed now, at most three things; otherwise one calm sentence. */
export function Needs(props: HomeProps) {
  const { home, caseFile } = props;
  const { state, needs, moreNeeds, waiting } = home;
  const text = texts.text(state, { waiting, retentionYears });
  if (needs.length === 0) return <Calm {...props} text={text} />;
  return (
    <section aria-labelledby="home-needs" className="mb-4">
      <div className="mb-3 px-1">
        <div className="flex items-baseline justify-between gap-3">
          <h2 id="home-needs" className="text-lg font-semibold">
            {texts.headings[state]}
          </h2>
          <span aria-hidden className="text-sm text-muted tabular">
            {needs.length + moreNeeds}
          </span>
        </div>
        {text === "" ? null : <p className="text-sm text-muted">{text}</p>}
      </div>
      <div className={`${cardLook} overflow-clip`}>
        <ul className="divide-y divide-line">
          {needs.map((need, place) => (
            <NeedLine
              key={need.kind === "item" ? need.key : `invoice ${need.id}`}
              need={need}
              isFirst={place === 0}
              {...props}
            />
          ))}
        </ul>
        {moreNeeds > 0 ? (
          <Link
            to="/case/$caseId/checklist"
            params={{ caseId: caseFile.caseId }}
            search={{ open: "1" }}
            className="flex min-h-12 items-center justify-center border-t border-line text-base font-medium text-accent hover:underline"
          >
            {texts.andMore(moreNeeds)}
          </Link>
        ) : null}
      </div>
    </section>
  );
}

function Calm({ home: { state }, caseFile, text }: HomeProps & { readonly text: string }) {
  return (
    <section
      className={`${cardLook} relative isolate mb-4 flex min-h-18 items-center gap-4 overflow-clip px-5 py-4`}
    >
      <CalmGlyph state={state} status={caseFile.status} />
      <div className="min-w-0">
        <h2 className="text-lg font-semibold">{texts.headings[state]}</h2>
        <p className="text-base text-muted">{text}</p>
      </div>
      {state === "finished" ? (
        <Guilloche className="absolute -end-1 inset-y-0 -z-10 size-48 text-brass opacity-30" />
      ) : null}
    </section>
  );
}

type CalmGlyphProps = Pick<Home, "state"> & Pick<HomeProps["caseFile"], "status">;

function CalmGlyph({ state, status }: CalmGlyphProps) {
  const isResting = state === "finished" || state === "closed" || state === "paused";
  return isResting ? (
    <StatusGlyph status={status} size={24} />
  ) : (
    <ItemGlyph state="accepted" size={24} />
  );
}
