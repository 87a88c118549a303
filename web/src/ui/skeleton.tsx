import type { ReactNode } from "react";
import { messages } from "#web/messages/messages.ts";
import { classes } from "./classes.ts";
import { Page } from "./page-header.tsx";

/** A grey block in the shape of what is coming. */
export function Skeleton({ className }: { readonly className?: string }) {
  return (
    <span aria-hidden className={classes("block animate-shimmer rounded-sm bg-ink/8", className)} />
  );
}

type SkeletonScreenProps = {
  /** The loading text of the specification: read out at once, shown under the blocks. */
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
};

/** Blocks with words for screen readers and slow loads. */
export function SkeletonScreen({ label, className, children }: SkeletonScreenProps) {
  return (
    <div role="status" className={className}>
      {children}
      <p className="mt-4 animate-fade-in text-center text-sm text-muted [animation-delay:600ms] [animation-fill-mode:backwards]">
        {label}
      </p>
    </div>
  );
}

const LINES = ["w-3/5", "w-4/5", "w-2/5"];

export function SkeletonCard({ className }: { readonly className?: string }) {
  return (
    <div className={classes("space-y-3 rounded-lg border border-line bg-surface p-4", className)}>
      {LINES.map((width) => (
        <Skeleton key={width} className={classes("h-4", width)} />
      ))}
      <Skeleton className="h-8 w-full" />
    </div>
  );
}

export function SkeletonRows({ count = 6 }: { readonly count?: number }) {
  return (
    <div className="divide-y divide-line">
      {Array.from({ length: count }, (_, row) => (
        <div key={row} className="flex h-13.5 items-center gap-6 px-4">
          <Skeleton className="h-4 w-1/4" />
          <Skeleton className="h-4 w-1/6" />
          <Skeleton className="ms-auto h-4 w-24" />
        </div>
      ))}
    </div>
  );
}

export type ScreenShape = "cards" | "table" | "record" | "form" | "figures";

/** A screen that is being fetched, in the shape in which it will stand. */
export function PageSkeleton({ shape = "table" }: { readonly shape?: ScreenShape | undefined }) {
  return (
    <Page width={shape === "form" || shape === "figures" ? "narrow" : "full"}>
      <div
        role="status"
        className="animate-fade-in [animation-delay:150ms] [animation-fill-mode:backwards]"
      >
        <span className="sr-only">{messages.ui.loading}</span>
        <Skeleton className="mb-6 h-8 w-48" />
        {shapes[shape]}
      </div>
    </Page>
  );
}

const toolbar = <Skeleton className="mb-6 h-9 w-full max-w-96" />;
const tabs = (
  <div className="mb-6 flex h-11 items-center gap-6 border-b border-line">
    {LINES.map((width) => (
      <Skeleton key={width} className="h-4 w-20" />
    ))}
  </div>
);
const sheet = (rows: number) => (
  <div className="overflow-hidden rounded-lg border border-line bg-surface">
    <SkeletonRows count={rows} />
  </div>
);

const shapes = {
  cards: (
    <>
      <Skeleton className="mb-5 h-20 w-full rounded-lg" />
      {toolbar}
      <SkeletonCards />
    </>
  ),
  table: (
    <>
      {toolbar}
      {sheet(8)}
    </>
  ),
  record: (
    <>
      <Skeleton className="mb-6 h-36 w-full rounded-lg" />
      {tabs}
      {sheet(6)}
    </>
  ),
  form: (
    <>
      {tabs}
      <div className="max-w-110 space-y-5">
        {LINES.map((width) => (
          <div key={width} className="space-y-2">
            <Skeleton className="h-3 w-24" />
            <Skeleton className="h-9 w-full" />
          </div>
        ))}
      </div>
    </>
  ),
  figures: (
    <>
      {tabs}
      <Skeleton className="mb-4 h-24 w-full rounded-lg" />
      {sheet(5)}
    </>
  ),
} satisfies Record<ScreenShape, ReactNode>;

export function SkeletonCards() {
  return (
    <div className="grid grid-cols-3 gap-4 max-lg:grid-cols-2 max-md:grid-cols-1">
      {Array.from({ length: 9 }, (_, index) => (
        <SkeletonCard key={index} />
      ))}
    </div>
  );
}
