import { describe, expect, it } from "vitest";
import type { Role } from "contract/session";
import { anonymous, system, type Actor } from "#server/core/actor.ts";
import {
  mayListInvoices,
  mayOnlyRead,
  readsAllInvoices,
  seesAdminFiles,
} from "./invoices.policy.ts";

const person = (role: Role, isAdmin = role === "admin"): Actor => ({
  kind: "user",
  id: 1,
  email: "person@example.com",
  name: "Robin Person",
  role,
  isAdmin,
  sessionId: "session",
  isProven: true,
});
const automation: Actor = { kind: "automation", keyId: "key" };

describe.each([
  {
    who: "an admin",
    actor: person("admin"),
    lists: true,
    readsAll: true,
    admin: true,
    reads: false,
  },
  {
    who: "a client with the admin flag",
    actor: person("client", true),
    lists: true,
    readsAll: true,
    admin: true,
    reads: false,
  },
  {
    who: "an accountant",
    actor: person("accountant"),
    lists: true,
    readsAll: true,
    admin: false,
    reads: true,
  },
  {
    who: "an accountant with the admin flag",
    actor: person("accountant", true),
    lists: true,
    readsAll: true,
    admin: true,
    reads: false,
  },
  {
    who: "an agent",
    actor: person("agent"),
    lists: true,
    readsAll: false,
    admin: false,
    reads: false,
  },
  {
    who: "a client",
    actor: person("client"),
    lists: false,
    readsAll: false,
    admin: false,
    reads: false,
  },
  { who: "a visitor", actor: anonymous, lists: false, readsAll: false, admin: false, reads: false },
  {
    who: "the automation",
    actor: automation,
    lists: true,
    readsAll: true,
    admin: true,
    reads: false,
  },
  { who: "the portal", actor: system, lists: true, readsAll: true, admin: true, reads: false },
])("$who", ({ actor, lists, readsAll, admin, reads }) => {
  it(`${lists ? "lists" : "does not list"} invoices`, () => {
    expect(mayListInvoices(actor)).toBe(lists);
  });
  it(`${readsAll ? "reads those of every case" : "reads those of the own cases at most"}`, () => {
    expect(readsAllInvoices(actor)).toBe(readsAll);
  });
  it(`${admin ? "sees" : "does not see"} the bureau's own papers`, () => {
    expect(seesAdminFiles(actor)).toBe(admin);
  });
  it(`${reads ? "changes nothing" : "may change what else is allowed"}`, () => {
    expect(mayOnlyRead(actor)).toBe(reads);
  });
});
