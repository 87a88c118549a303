import type { SearchKind } from "contract/search";

const count = new Intl.NumberFormat("en-US");

const kinds: Record<SearchKind, string> = {
  case: "Cases",
  person: "People",
  document: "Documents",
  invoice: "Invoices",
  message: "Messages",
  user: "Users",
};

export const searchMessages = {
  placeholderOfClients: "Search your cases",
  close: "Close the search",
  recent: "Opened last",
  kinds,
  showMore: (kind: SearchKind) => `Show more ${kinds[kind].toLowerCase()}`,
  results: (found: number) => `${count.format(found)} ${found === 1 ? "result" : "results"}`,
  late: (kind: SearchKind) => `Type more to search ${kinds[kind].toLowerCase()}.`,
  preparing: (prepared: number, total: number) =>
    `The search is being prepared: ${count.format(prepared)} of ${count.format(total)} entries.`,
  failed: "The search failed.",
  tryAgain: "Try again",
  searching: "Searching...",
  hint: "c: cases · p: people · d: documents · i: invoices · m: messages · u: users",
  keys: { move: "Move", open: "Open", newTab: "New tab", nextKind: "Next kind", close: "Close" },
};
