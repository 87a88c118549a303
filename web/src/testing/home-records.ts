/** The home of a client for tests; each test names only what it is about. */
import type { DueInvoice, Home, NeededItem } from "contract/homes";

export const billToPay: DueInvoice = {
  id: 8,
  invoiceId: "AO-2026-0008",
  currency: "AED",
  totalFee: 440_690,
  date: "2026-11-17",
};

export function buildNeed(fields: Partial<NeededItem> = {}): NeededItem {
  return {
    kind: "item",
    key: "r10.p2",
    label: "Proof of Address",
    person: "Rima Sarrouf",
    state: "missing",
    dueOn: null,
    isOverdue: false,
    publicText: null,
    validUntil: null,
    upload: {
      category: "address",
      assignedTo: 2,
      country: null,
      extraItemId: null,
      replaces: null,
    },
    ...fields,
  };
}

export function buildHome(fields: Partial<Home> = {}): Home {
  const omar = { id: 5, firstName: "Omar", lastName: "Fakhrazi", profileImageUrl: null };
  return {
    state: "upload",
    needs: [buildNeed()],
    moreNeeds: 0,
    waiting: 0,
    step: { index: 4, of: 9, status: "bank_clearance", since: "2026-10-13" },
    range: null,
    advisers: [omar],
    invoicesDue: [],
    latestMessage: {
      id: 3,
      author: omar,
      text: "The bank has asked.",
      createdAt: "2026-11-18T07:00:00.000Z",
      isNew: true,
    },
    ...fields,
  };
}
