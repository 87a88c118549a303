import { Link } from "@tanstack/react-router";
import type { CurrentUser } from "contract/session";
import { messages } from "#web/messages/messages.ts";
import { BrandMark } from "./brand.tsx";
import { bureauName } from "./bureau.ts";
import { version } from "./version.ts";

const text = messages.shell;

/** At the end of every page (I:123). Whoever works for the bureau also reads which version he looks at. */
export function Footer({ user }: { readonly user?: CurrentUser }) {
  const isStaff = user !== undefined && (user.isAdmin || user.role === "agent");
  return (
    <footer className="print:hidden mt-auto flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line px-8 py-5 text-xs text-muted max-md:px-4">
      <span className="flex items-center gap-2.5">
        <BrandMark size={20} />
        <span>
          {text.product} · {bureauName}
        </span>
      </span>
      <span>{text.footer.rights}</span>
      <nav aria-label={text.footer.links} className="flex gap-x-5 md:ms-auto">
        <Link to="/terms" className="relative reach rounded-xs hover:text-ink hover:underline">
          {text.footer.terms}
        </Link>
        <Link to="/privacy" className="relative reach rounded-xs hover:text-ink hover:underline">
          {text.footer.privacy}
        </Link>
        {isStaff ? <span>{text.footer.version(version)}</span> : null}
      </nav>
    </footer>
  );
}
