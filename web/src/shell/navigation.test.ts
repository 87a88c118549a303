import { describe, expect, it } from "vitest";
import type { CurrentUser } from "contract/session";
import {
  headerLinks,
  mobileGroups,
  type PageGroup,
  type PageLink,
  sidebarGroups,
  sidebarLinks,
} from "./navigation.ts";

const person = (role: CurrentUser["role"], isAdmin = role === "admin"): CurrentUser => ({
  id: 1,
  email: "amina@example.com",
  firstName: "Amina",
  lastName: "Rahman",
  profileImageUrl: null,
  role,
  isAdmin,
});
const names = (links: readonly PageLink[]) => links.map((link) => link.label);
/** 'Money: Invoices, …' for a group under a heading. */
const drawn = (groups: readonly PageGroup[]) =>
  groups.map(({ heading, pages }) =>
    [...(heading === null ? [] : [`${heading}:`]), names(pages).join(", ")].join(" "),
  );

describe("the links of each role", () => {
  it(
    "in the sidebar, in this order and these groups",
    { tags: ["I-SHELL-033..037", "I-ROLE-031", "D-116", "W-NAV-001..002"] },
    () => {
      expect(drawn(sidebarGroups(person("admin")))).toEqual([
        "Dashboard, Review, Reminders",
        "Money: Invoices, Accountant Dashboard",
        "Administration: User Management, Analytics, Programs, Bureau",
        "Profile",
      ]);
      expect(drawn(sidebarGroups(person("agent")))).toEqual([
        "Dashboard, Review, Reminders, Invoices",
        "Profile",
      ]);
      expect(drawn(sidebarGroups(person("accountant")))).toEqual([
        "Dashboard, Accountant Dashboard",
        "Profile",
      ]);
      expect(drawn(sidebarGroups(person("client")))).toEqual(["Dashboard", "Profile"]);
    },
  );

  it("in the user menu", { tags: ["C-SHELL-022..024", "D-114", "W-NAV-001"] }, () => {
    expect(names(headerLinks(person("admin")))).toEqual(["Profile", "Invoices", "User Management"]);
    expect(names(headerLinks(person("agent")))).toEqual(["Profile", "Invoices"]);
    expect(names(headerLinks(person("accountant")))).toEqual(["Profile"]);
    expect(names(headerLinks(person("client")))).toEqual(["Profile"]);
  });

  it("in the menu on phones", { tags: ["I-SHELL-049..052", "D-115", "W-NAV-001"] }, () => {
    expect(drawn(mobileGroups(person("admin")))).toEqual([
      "Dashboard, Review, Reminders",
      "Invoices",
      "User Management, Programs, Bureau",
      "Profile",
    ]);
    expect(drawn(mobileGroups(person("agent")))).toEqual([
      "Dashboard, Review, Reminders",
      "Profile",
    ]);
    expect(drawn(mobileGroups(person("accountant")))).toEqual([
      "Dashboard",
      "Accountant Dashboard",
      "Profile",
    ]);
  });

  it("count somebody with the flag alone as an admin", { tags: ["D-047"] }, () => {
    expect(names(sidebarLinks(person("client", true)))).toContain("User Management");
  });
});
