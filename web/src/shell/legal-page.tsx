import { messages } from "#web/messages/messages.ts";
import { PublicPage } from "./public-page.tsx";

export type LegalSection = { readonly heading: string; readonly paragraphs: readonly string[] };

type LegalPageProps = { readonly title: string; readonly sections: readonly LegalSection[] };

/** A page of plain text with its date. */
export function LegalPage({ title, sections }: LegalPageProps) {
  return (
    <PublicPage title={title} description={messages.legal.lastUpdated} width="text">
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
    </PublicPage>
  );
}
