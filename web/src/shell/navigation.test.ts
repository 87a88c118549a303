import { describe, expect, it } from "vitest";
import type { CurrentUser } from "contract/session";
import { headerLinks, mobileLinks, type PageLink, sidebarLinks } from "./navigation.ts";

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

describe("the links of each role", () => {
  it("in the sidebar [I-SHELL-033] [I-SHELL-034] [I-SHELL-035] [I-SHELL-036] [I-SHELL-037] [I-ROLE-031] [D-116]", () => {
    expect(names(sidebarLinks(person("admin")))).toEqual([
      "Dashboard",
      "Profile",
      "Invoices",
      "Accountant Dashboard",
      "User Management",
      "Analytics",
    ]);
    expect(names(sidebarLinks(person("agent")))).toEqual(["Dashboard", "Profile", "Invoices"]);
    expect(names(sidebarLinks(person("accountant")))).toEqual([
      "Dashboard",
      "Profile",
      "Accountant Dashboard",
    ]);
    expect(names(sidebarLinks(person("client")))).toEqual(["Dashboard", "Profile"]);
  });

  it("in the user menu [C-SHELL-022] [C-SHELL-023] [C-SHELL-024] [D-114]", () => {
    expect(names(headerLinks(person("admin")))).toEqual(["Profile", "Invoices", "User Management"]);
    expect(names(headerLinks(person("agent")))).toEqual(["Profile", "Invoices"]);
    expect(names(headerLinks(person("accountant")))).toEqual(["Profile"]);
    expect(names(headerLinks(person("client")))).toEqual(["Profile"]);
  });

  it("in the menu on phones [I-SHELL-049] [I-SHELL-050] [I-SHELL-051] [I-SHELL-052] [D-115]", () => {
    expect(names(mobileLinks(person("admin")))).toEqual([
      "Dashboard",
      "Profile",
      "User Management",
      "Invoices",
    ]);
    expect(names(mobileLinks(person("agent")))).toEqual(["Dashboard", "Profile"]);
  });

  it("count somebody with the flag alone as an admin [D-047]", () => {
    expect(names(sidebarLinks(person("client", true)))).toContain("User Management");
  });
});
