import { Link, useNavigate, useRouterState } from "@tanstack/react-router";
import { CirclePlus, Files, type LucideIcon, Menu, MessageSquare } from "lucide-react";
import { useState } from "react";
import type { CurrentUser } from "contract/session";
import { messages } from "#web/messages/messages.ts";
import { Deferred } from "#web/ui/deferred.tsx";
import { fetched } from "#web/ui/fetched.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { requestCaseChat, requestCreateCase } from "./window-events.ts";

const MobileMenu = fetched(async () => (await import("./mobile-menu.tsx")).MobileMenu);

const text = messages.shell.mobile;
const CASE_PATH = /^\/case\/([^/]+)\/?$/;

const look =
  "relative flex h-full w-full flex-col items-center justify-center gap-1 text-2xs font-medium text-muted outline-offset-[-2px] data-[status=active]:text-accent";

/** The bar at the bottom of phones (I:121). */
export function MobileBar({ user }: { readonly user: CurrentUser }) {
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const navigate = useNavigate();
  const caseCode = CASE_PATH.exec(pathname)?.[1];
  return (
    <>
      <nav
        aria-label={text.bar}
        className="fixed inset-x-0 bottom-0 z-40 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] safe-x in-[body:has([data-desk])]:hidden md:hidden print:hidden"
      >
        <ul className="grid h-15 auto-cols-fr grid-flow-col">
          <li>
            <Link to="/" activeOptions={{ exact: true, includeSearch: false }} className={look}>
              <BarIcon of={Files} label={text.cases} />
            </Link>
          </li>
          {caseCode === undefined ? null : (
            <li>
              <button
                type="button"
                className={look}
                onClick={() => requestCaseChat(decodeURIComponent(caseCode))}
              >
                <BarIcon of={MessageSquare} label={text.chat} />
              </button>
            </li>
          )}
          {user.isAdmin && caseCode === undefined ? (
            <li>
              <button
                type="button"
                className={look}
                onClick={() => requestCreateCase(() => void navigate({ to: "/" }))}
              >
                <BarIcon of={CirclePlus} label={text.create} />
              </button>
            </li>
          ) : null}
          <li>
            <button
              type="button"
              className={look}
              aria-haspopup="dialog"
              aria-expanded={isMenuOpen}
              onClick={() => setIsMenuOpen(true)}
            >
              <BarIcon of={Menu} label={text.menu} />
            </button>
          </li>
        </ul>
      </nav>
      <Deferred needed={isMenuOpen} onGiveUp={() => setIsMenuOpen(false)}>
        <MobileMenu user={user} open={isMenuOpen} onOpenChange={setIsMenuOpen} />
      </Deferred>
    </>
  );
}

function BarIcon({ of, label }: { readonly of: LucideIcon; readonly label: string }) {
  return (
    <>
      <Icon of={of} size={20} />
      {label}
    </>
  );
}
