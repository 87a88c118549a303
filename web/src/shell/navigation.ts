import {
  ChartNoAxesColumn,
  Landmark,
  LayoutDashboard,
  type LucideIcon,
  ReceiptText,
  User,
  UsersRound,
} from "lucide-react";
import type { CurrentUser } from "contract/session";
import { messages } from "#web/messages/messages.ts";

export type PagePath =
  | "/"
  | "/profile"
  | "/invoices"
  | "/accountant-invoices"
  | "/users"
  | "/analytics";

export type PageLink = { readonly to: PagePath; readonly label: string; readonly icon: LucideIcon };

type PageRule = PageLink & { readonly isFor: (user: CurrentUser) => boolean };

const text = messages.shell.links;
const everyone = () => true;
const admin = (user: CurrentUser) => user.isAdmin;

const dashboard: PageRule = {
  to: "/",
  label: text.dashboard,
  icon: LayoutDashboard,
  isFor: everyone,
};
const profile: PageRule = { to: "/profile", label: text.profile, icon: User, isFor: everyone };
const users: PageRule = {
  to: "/users",
  label: text.userManagement,
  icon: UsersRound,
  isFor: admin,
};
const analytics: PageRule = {
  to: "/analytics",
  label: text.analytics,
  icon: ChartNoAxesColumn,
  isFor: admin,
};
const invoices: PageRule = {
  to: "/invoices",
  label: text.invoices,
  icon: ReceiptText,
  isFor: (user) => user.isAdmin || user.role === "agent",
};
const accountant: PageRule = {
  to: "/accountant-invoices",
  label: text.accountantDashboard,
  icon: Landmark,
  isFor: (user) => user.isAdmin || user.role === "accountant",
};

/** The links of the sidebar (I:119), with Analytics, which would otherwise have to be typed (D-116). */
export function sidebarLinks(user: CurrentUser): readonly PageLink[] {
  return [dashboard, profile, invoices, accountant, users, analytics].filter((page) =>
    page.isFor(user),
  );
}

/** The links of the user menu in the header (C:29, D-114). */
export function headerLinks(user: CurrentUser): readonly PageLink[] {
  return [profile, invoices, users].filter((page) => page.isFor(user));
}

/** The links of the menu on phones: invoices for admins only (I:121, D-115). */
export function mobileLinks(user: CurrentUser): readonly PageLink[] {
  const forAdmins: PageRule = { ...invoices, isFor: admin };
  return [dashboard, profile, users, forAdmins].filter((page) => page.isFor(user));
}
