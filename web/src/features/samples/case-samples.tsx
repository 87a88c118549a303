import { BookOpen } from "lucide-react";
import type { Program } from "contract/case-parts";
import { messages } from "#web/messages/messages.ts";
import { cardLook } from "#web/ui/card.tsx";
import { SkeletonRows, SkeletonScreen } from "#web/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { SampleList } from "./sample-list.tsx";
import { useSamples } from "./samples.queries.ts";

const texts = messages.samples;

/** The samples of the case's program (D-084). */
export function CaseSamples({ program }: { readonly program: Program }) {
  const samples = useSamples();
  if (samples.isPending) {
    return (
      <SkeletonScreen label={texts.loading}>
        <SkeletonRows count={4} />
      </SkeletonScreen>
    );
  }
  if (samples.isError)
    return <ErrorState message={texts.failed} onRetry={() => void samples.refetch()} />;
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
