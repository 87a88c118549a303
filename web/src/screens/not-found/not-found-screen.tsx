import { Link } from "@tanstack/react-router";
import { messages } from "#web/messages/messages.ts";
import { Brand } from "#web/shell/brand.tsx";
import { Footer } from "#web/shell/footer.tsx";
import { Guilloche } from "#web/shell/guilloche.tsx";
import { usePageTitle } from "#web/shell/page-title.ts";
import { Button } from "#web/ui/button.tsx";

const text = messages.shell.notFound;

export function NotFoundScreen() {
  usePageTitle(text.title);
  return (
    <div className="relative isolate flex min-h-dvh flex-col overflow-clip">
      <Guilloche className="pointer-events-none absolute top-1/2 left-1/2 -z-10 size-260 -translate-1/2 text-accent opacity-30 mask-radial-from-20% mask-radial-[closest-side] [--rosette-brass:var(--brass)]" />
      <header className="px-8 py-8 max-md:px-4">
        <Link to="/" className="inline-block rounded-md">
          <Brand />
        </Link>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="flex flex-1 flex-col items-center px-6 pb-16 text-center outline-none before:grow-2 after:grow-3"
      >
        <p className="text-sm font-medium text-muted tabular">404</p>
        <h1 className="mt-2 text-2xl font-semibold">{text.title}</h1>
        <p className="mt-1.5 text-base text-muted">{text.text}</p>
        <Button asChild size="lg" className="mt-7">
          <Link to="/">{text.back}</Link>
        </Button>
      </main>
      <Footer />
    </div>
  );
}
