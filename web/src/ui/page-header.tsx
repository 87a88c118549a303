import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { messages } from "#web/messages/messages.ts";
import { HeadingCount } from "./heading-count.tsx";
import { Icon } from "./icon.tsx";

type PageHeaderProps = {
  readonly title: ReactNode;
  readonly description?: ReactNode;
  /** Behind the title in grey: a count. */
  readonly count?: ReactNode;
  /** Where the back button leads, the dashboard unless said otherwise (C:68); `null` for none. */
  readonly backTo?: string | null;
  readonly backText?: string;
  readonly actions?: ReactNode;
};

/** The head of a page. */
export function PageHeader({
  title,
  description,
  count,
  backTo = "/",
  backText = messages.ui.backToDashboard,
  actions,
}: PageHeaderProps) {
  return (
    <header className="mb-6">
      {backTo === null ? null : (
        <Link
          to={backTo}
          className="relative -ms-2 mb-2 inline-flex h-8 reach print:hidden items-center gap-1.5 rounded-sm px-2 text-sm font-medium text-muted hover:bg-ink/6 hover:text-ink"
        >
          <Icon of={ArrowLeft} className="rtl:rotate-180" />
          {backText}
        </Link>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-56">
          <div className="flex items-baseline gap-2">
            <h1 className="min-w-0 text-xl font-semibold">{title}</h1>
            {count === undefined ? null : <HeadingCount>{count}</HeadingCount>}
          </div>
          {description === undefined ? null : (
            <p className="mt-0.5 text-base text-muted">{description}</p>
          )}
        </div>
        {actions === undefined ? null : (
          <div className="flex flex-wrap items-center gap-2">{actions}</div>
        )}
      </div>
    </header>
  );
}

/** The frame of every page inside the shell: 32 px around, 16 on phones. Narrow or not, all begin at the same edge. */
export function Page({
  width = "full",
  children,
}: {
  readonly width?: "full" | "narrow";
  readonly children: ReactNode;
}) {
  return (
    <div
      className={`w-full px-8 pt-6 pb-12 print:p-0 max-md:px-4 max-md:pt-4 ${width === "narrow" ? "max-w-268" : ""}`}
    >
      {children}
    </div>
  );
}
