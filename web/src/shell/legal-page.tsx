import { Link } from "@tanstack/react-router";
import { messages } from "#web/messages/messages.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Brand } from "./brand.tsx";
import { Footer } from "./footer.tsx";
import { ThemeToggle } from "./theme-toggle.tsx";

export type LegalSection = { readonly heading: string; readonly paragraphs: readonly string[] };

type LegalPageProps = { readonly title: string; readonly sections: readonly LegalSection[] };

/** A page of plain text with its date and a way back (C:68). */
export function LegalPage({ title, sections }: LegalPageProps) {
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
        className="mx-auto w-full max-w-176 flex-1 px-8 pt-6 pb-16 outline-none max-md:px-4"
      >
        <PageHeader title={title} description={messages.legal.lastUpdated} />
        <div className="space-y-8">
          {sections.map((section) => (
            <section key={section.heading}>
              <h2 className="text-md font-semibold">{section.heading}</h2>
              {section.paragraphs.map((paragraph) => (
                <p key={paragraph} className="mt-2 text-base text-pretty text-muted">
                  {paragraph}
                </p>
              ))}
            </section>
          ))}
        </div>
      </main>
      <Footer />
    </div>
  );
}
