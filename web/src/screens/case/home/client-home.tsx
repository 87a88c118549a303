import type { ReactNode } from "react";
import { useHome } from "#web/features/homes/homes.queries.ts";
import { homeMessages as texts } from "#web/messages/homes.ts";
import { cardLook } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { useMedia } from "#web/ui/use-media.ts";
import { CaseStep } from "./case-step.tsx";
import type { HomeProps } from "./home-props.ts";
import { AdviserCard, LatestMessage, ToPay } from "./home-side.tsx";
import { Needs } from "./needs.tsx";

const TWO_COLUMNS = "(min-width: 80rem)";

type ClientHomeProps = Omit<HomeProps, "home"> & {
  /** Stands below what is needed. */
  readonly children: ReactNode;
};

/** What a client finds first in his case: what is needed of him, then where it stands and who helps (notifications.md 9). */
export function ClientHome({ children, ...props }: ClientHomeProps) {
  const home = useHome(props.caseFile.caseId);
  const isWide = useMedia(TWO_COLUMNS);
  const main = "col-span-2 min-w-0 max-xl:col-span-full";
  const side = "sticky top-18 flex min-w-0 flex-col gap-6 self-start max-xl:col-span-full";
  if (home.data === undefined) {
    return (
      <div className="mt-5 mb-6 grid grid-cols-3 gap-6">
        <div className={main}>
          {home.isError ? (
            <div className={`${cardLook} mb-4`}>
              <ErrorState
                message={texts.failed}
                onRetry={() => void home.refetch()}
                retrying={home.isFetching}
              />
            </div>
          ) : (
            <HomeSkeleton />
          )}
          {children}
        </div>
        {home.isError ? null : (
          <div className={side}>
            <Skeleton className="h-52 w-full rounded-lg" />
          </div>
        )}
      </div>
    );
  }
  const told = { ...props, home: home.data };
  // Beside each other the two columns end at about the same height.
  const message = <LatestMessage {...told} />;
  return (
    <div className="mt-5 mb-6 grid grid-cols-3 gap-6">
      <div className={main}>
        <Needs {...told} />
        {children}
        {isWide ? message : null}
      </div>
      <div className={side}>
        <CaseStep {...told} />
        <ToPay {...told} />
        {isWide ? null : message}
        <AdviserCard {...told} />
      </div>
    </div>
  );
}

function HomeSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">{texts.loading}</span>
      <Skeleton className="mb-3 h-6 w-60" />
      <Skeleton className="mb-4 h-60 w-full rounded-lg" />
    </div>
  );
}
