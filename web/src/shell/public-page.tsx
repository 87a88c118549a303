import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Brand } from "./brand.tsx";
import { Footer } from "./footer.tsx";
import { ThemeToggle } from "./theme-toggle.tsx";

type PublicPageProps = {
  readonly title: string;
  readonly description: string;
  /** `text` is as wide as one reads; `full` as the window. */
  readonly width: "text" | "full";
  readonly children: ReactNode;
};

/** A page that anybody reads, signed in or not, with a way back (C:68). */
export function PublicPage({ title, description, width, children }: PublicPageProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex items-center justify-between px-8 py-5 max-md:px-4">
        <Link to="/" className="rounded-md">
          <Brand />
        </Link>
        <ThemeToggle />
      </header>
      <main
        id="main"
        tabIndex={-1}
        className={`mx-auto w-full flex-1 px-8 pt-6 pb-16 outline-none max-md:px-4 ${width === "text" ? "max-w-176" : "max-w-320"}`}
      >
        <PageHeader title={title} description={description} />
        {children}
      </main>
      <Footer />
    </div>
  );
}
