import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { messages } from "#web/messages/messages.ts";
import { Brand } from "./brand.tsx";
import { bureauName } from "./bureau.ts";
import { Guilloche } from "./guilloche.tsx";
import { ThemeToggle } from "./theme-toggle.tsx";

const text = messages.session.brand;

/** The screens before signing in: a form beside the rosette. */
export function SignedOutFrame({ children }: { readonly children: ReactNode }) {
  return (
    <div className="relative isolate grid min-h-dvh overflow-clip bg-surface lg:grid-cols-[48fr_52fr]">
      <Guilloche className="pointer-events-none absolute -top-36 -right-36 -z-10 size-80 text-accent opacity-55 mask-radial-[closest-side] mask-radial-from-40% [--rosette-brass:var(--brass)] lg:hidden" />
      <div className="flex min-h-dvh flex-col px-6 py-8 sm:px-12">
        <header className="flex items-center justify-between">
          <Link to="/" className="rounded-md">
            <Brand />
          </Link>
          <ThemeToggle />
        </header>
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto flex w-full max-w-95 flex-1 flex-col justify-center py-12 outline-none"
        >
          {children}
        </main>
        <footer className="flex flex-wrap items-center gap-x-5 gap-y-1 text-xs text-muted">
          <span>
            {bureauName}. {messages.shell.footer.rights}
          </span>
          <nav aria-label={messages.shell.footer.links} className="flex gap-x-5">
            <Link to="/terms" className="relative reach rounded-xs hover:text-ink hover:underline">
              {text.terms}
            </Link>
            <Link
              to="/privacy"
              className="relative reach rounded-xs hover:text-ink hover:underline"
            >
              {text.privacy}
            </Link>
          </nav>
        </footer>
      </div>
      <aside className="relative overflow-clip bg-[#01242f] max-lg:hidden">
        <div className="absolute inset-0 bg-[radial-gradient(circle_at_72%_32%,#04505d_0%,#04404e_32%,#012a36_68%,#01212b_100%)]" />
        <Guilloche className="absolute top-[45%] left-[58%] size-320 -translate-1/2 text-[#9fd9e2] mask-b-from-45% mask-b-to-85% [--rosette-brass:#dcb96d]" />
        <div className="absolute inset-x-0 bottom-0 bg-linear-to-t from-[#01212b] from-40% to-transparent px-12 pt-40 pb-11 text-white">
          <p className="max-w-112 text-2xl font-medium tracking-heading">{text.headline}</p>
          <p className="mt-3.5 max-w-100 text-base text-white/75">{text.text}</p>
        </div>
      </aside>
    </div>
  );
}
