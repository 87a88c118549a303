import { Link } from "@tanstack/react-router";
import { Download, LogOut } from "lucide-react";
import { useState } from "react";
import { type CurrentUser, sessionApi } from "contract/session";
import { fullNameOf } from "#web/format/person.ts";
import { messages } from "#web/messages/messages.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { CountBadge } from "#web/ui/badge.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { install, useInstallOffer } from "./install-offer.ts";
import { mobileGroups } from "./navigation.ts";
import { useReviewCount } from "./review-count.ts";

const text = messages.shell.mobile;
const entry =
  "flex h-12 items-center gap-3 rounded-md px-3 text-base font-medium hover:bg-ink/6 data-[status=active]:bg-ink/6 data-[status=active]:text-accent";

type MobileMenuProps = {
  readonly user: CurrentUser;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
};

/** The panel behind 'Menu' on phones (I:121). */
export function MobileMenu({ user, open, onOpenChange }: MobileMenuProps) {
  const name = fullNameOf(user) || user.email;
  const waiting = useReviewCount(open && (user.isAdmin || user.role === "agent"));
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      flush
      size="sm"
      title={
        <span className="flex min-w-0 items-center gap-3">
          <Avatar
            initials={name.charAt(0).toUpperCase()}
            seed={String(user.id)}
            imageUrl={user.profileImageUrl}
            size="lg"
          />
          <span className="min-w-0">
            <span className="block truncate" dir="auto">
              {name}
            </span>
            <span className="block text-sm font-normal text-muted">
              {user.isAdmin ? text.administrator : text.user}
            </span>
          </span>
        </span>
      }
    >
      <nav aria-label={text.menu} className="p-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]">
        <ul>
          {mobileGroups(user).flatMap(({ pages }, group) =>
            pages.map((page, index) => (
              <li
                key={page.to}
                className={group > 0 && index === 0 ? "mt-2 border-t border-line pt-2" : undefined}
              >
                <Link
                  to={page.to}
                  activeOptions={{ exact: page.to === "/", includeSearch: false }}
                  aria-label={
                    page.to === "/review" && waiting
                      ? messages.shell.links.reviewWaiting(waiting)
                      : undefined
                  }
                  onClick={() => onOpenChange(false)}
                  className={entry}
                >
                  <Icon of={page.icon} size={18} className="text-muted" />
                  {page.to === "/review" && waiting ? `${page.label} ` : page.label}
                  {page.to === "/review" ? (
                    <CountBadge count={waiting ?? 0} className="ms-auto" />
                  ) : null}
                </Link>
              </li>
            )),
          )}
          <InstallEntry onDone={() => onOpenChange(false)} />
          <li className="mt-2 border-t border-line pt-2">
            {/* A plain link, not a call: it works even when scripts are stuck (I:121). */}
            <a href={sessionApi.logoutByLink.path} className={entry}>
              <Icon of={LogOut} size={18} className="text-muted" />
              {text.logout}
            </a>
          </li>
        </ul>
      </nav>
    </Dialog>
  );
}

/** While it can be done; Apple's phones do it by hand, and are told how. */
function InstallEntry({ onDone }: { readonly onDone: () => void }) {
  const offer = useInstallOffer();
  const [isExplained, setIsExplained] = useState(false);
  if (offer === null) return null;
  const press = () => {
    if (offer === "byHand") return setIsExplained(true);
    install();
    onDone();
  };
  return (
    <li>
      <button type="button" onClick={press} className={`${entry} w-full`}>
        <Icon of={Download} size={18} className="text-muted" />
        {text.install}
      </button>
      <p role="status" className="px-3 text-sm text-muted">
        {isExplained ? text.installByHand : null}
      </p>
    </li>
  );
}
