import { BookOpen } from "lucide-react";
import type { Program } from "contract/case-parts";
import { messages } from "#web/messages/messages.ts";
import { cardLook } from "#web/ui/card.tsx";
import { QueryStates } from "#web/ui/query-states.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { SampleList } from "./sample-list.tsx";
import { useSamples } from "./samples.queries.ts";

const texts = messages.samples;

/** The samples of the case's program (D-084). */
export function CaseSamples({ program }: { readonly program: Program }) {
  const samples = useSamples();
  if (samples.data === undefined) return <QueryStates of={samples} texts={texts} lines={4} />;
  const own = samples.data.filter((sample) => sample.program === program);
  if (own.length === 0) {
    return (
      <div className={cardLook}>
        <EmptyState icon={BookOpen} title={texts.none} description={texts.noneHint} />
      </div>
    );
  }
  return <SampleList samples={own} mayRemove={false} heading="h2" />;
}
