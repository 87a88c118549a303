import {
  BellRing,
  ChartNoAxesColumn,
  FileCheck,
  Landmark,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  ReceiptText,
  User,
  UsersRound,
} from "lucide-react";
import type { CurrentUser } from "contract/session";
import { messages } from "#web/messages/messages.ts";

export type PagePath =
  | "/"
  | "/review"
  | "/reminders"
  | "/programs"
  | "/bureau"
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
const review: PageRule = {
  to: "/review",
  label: text.review,
  icon: FileCheck,
  isFor: (user) => user.isAdmin || user.role === "agent",
};
const reminders: PageRule = {
  to: "/reminders",
  label: text.reminders,
  icon: BellRing,
  isFor: review.isFor,
};
const programs: PageRule = {
  to: "/programs",
  label: text.programs,
  icon: ListChecks,
  isFor: admin,
};
const bureau: PageRule = { to: "/bureau", label: text.bureau, icon: Landmark, isFor: admin };
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

export type PageGroup = {
  /** Null for the first group, and for one that needs no words. */
  readonly heading: string | null;
  readonly pages: readonly PageLink[];
};

const money: readonly PageRule[] = [invoices, accountant];
const administration: readonly PageRule[] = [users, analytics, programs, bureau];

/** The sidebar from top to bottom. A group of one stands in the first, and needs no heading (work/README.md 2). */
export function sidebarGroups(user: CurrentUser): readonly PageGroup[] {
  const first: PageLink[] = [dashboard, review, reminders].filter((page) => page.isFor(user));
  const groups: PageGroup[] = [];
  const headed = [
    { heading: text.money, rules: money },
    { heading: text.administration, rules: administration },
  ];
  for (const { heading, rules } of headed) {
    const pages = rules.filter((page) => page.isFor(user));
    if (pages.length > 1) groups.push({ heading, pages });
    else first.push(...pages);
  }
  return [{ heading: null, pages: first }, ...groups, { heading: null, pages: [profile] }];
}

/** The links of the sidebar (I:119), with Analytics, which would otherwise have to be typed (D-116). */
export function sidebarLinks(user: CurrentUser): readonly PageLink[] {
  return sidebarGroups(user).flatMap(({ pages }) => pages);
}

/** The links of the user menu in the header (C:29, D-114). */
export function headerLinks(user: CurrentUser): readonly PageLink[] {
  return [profile, invoices, users].filter((page) => page.isFor(user));
}

/** The links of the menu on phones: invoices for admins only (I:121, D-115), their dashboard for accountants. */
export function mobileGroups(user: CurrentUser): readonly PageGroup[] {
  const forAdmins: PageRule = { ...invoices, isFor: admin };
  const forAccountants: PageRule = {
    ...accountant,
    isFor: ({ isAdmin, role }) => !isAdmin && role === "accountant",
  };
  return [
    [dashboard, review, reminders],
    [forAdmins, forAccountants],
    [users, programs, bureau],
    [profile],
  ]
    .map((rules) => ({ heading: null, pages: rules.filter((page) => page.isFor(user)) }))
    .filter(({ pages }) => pages.length > 0);
}
