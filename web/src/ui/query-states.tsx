import type { ReactNode } from "react";
import { SkeletonRows, SkeletonScreen } from "./skeleton.tsx";
import { ErrorState } from "./states.tsx";

type QueryStatesProps = {
  readonly of: {
    readonly isPending: boolean;
    readonly isError: boolean;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
  readonly texts: { readonly loading: string; readonly failed: ReactNode };
  /** How many lines are likely to come. */
  readonly lines?: number;
};

/** What stands where an answer is waited for, or above an older one when it could not be had. */
export function QueryStates({ of: query, texts, lines = 3 }: QueryStatesProps) {
  if (query.isPending)
    return (
      <SkeletonScreen label={texts.loading}>
        <SkeletonRows count={lines} />
      </SkeletonScreen>
    );
  return query.isError ? (
    <ErrorState
      message={texts.failed}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  ) : null;
}
