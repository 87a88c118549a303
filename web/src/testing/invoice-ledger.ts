/** A bureau of any number of invoices, a server's answers to the lists of them, and what it was asked. */
import { vi } from "vitest";
import type { InvoiceCounts, InvoicePage, InvoiceRow } from "contract/invoice-lists";
import { invoiceStages } from "contract/invoices";
import type { CurrentUser } from "contract/session";
import { currentUserQuery } from "#web/api/current-user.ts";
import { queryClient } from "#web/api/query.ts";
import { buildInvoice } from "./records.ts";

const EMPTY = { next: null, preparing: 0 } as const;
let lastUserId = 1000;

/** As many in each stage, the highest code first; whatever is searched with 'nothing' finds nothing. */
export class InvoiceLedger {
  readonly asked: URL[] = [];
  readonly size: number;
  isBroken = false;
  readonly #changed = new Map<number, Partial<InvoiceRow>>();

  constructor(size: number) {
    this.size = size;
    vi.stubGlobal("fetch", async (url: string) => this.#answer(url));
  }

  change(id: number, fields: Partial<InvoiceRow>): void {
    this.#changed.set(id, { ...this.#changed.get(id), ...fields });
  }

  to(path: string): URL[] {
    return this.asked.filter(({ pathname }) => pathname === path);
  }

  /** The list stands by stage; places count through all of them. */
  at(place: number): InvoiceRow {
    const id = this.size - place;
    const stage = invoiceStages[Math.floor((place * invoiceStages.length) / this.size)];
    const row = buildInvoice({ id, invoiceId: `S1-2026-${id}`, stage: stage ?? "Stage 1" });
    return { ...row, group: row.stage, ...this.#changed.get(id) };
  }

  get #groups(): InvoiceCounts["groups"] {
    const share = this.size / invoiceStages.length;
    return invoiceStages
      .map((stage, index) => ({
        key: stage,
        label: stage,
        count: Math.ceil((index + 1) * share) - Math.ceil(index * share),
      }))
      .filter(({ count }) => count > 0);
  }

  #answer(url: string): Response {
    const address = new URL(url, "https://portal.example");
    this.asked.push(address);
    if (this.isBroken) return answerOf({ message: "Broken" }, 500);
    const query = address.searchParams;
    const finds = !query.get("q")?.startsWith("nothing");
    const isGrouped = query.get("groupBy") !== "none";
    if (address.pathname.endsWith("/counts"))
      return answerOf({
        ...EMPTY,
        total: this.size,
        found: finds ? this.size : 0,
        groups: finds && isGrouped ? this.#groups : [],
      } satisfies InvoiceCounts);
    if (address.pathname.endsWith("/rows")) {
      const ids = (query.get("ids") ?? "").split(",").map(Number);
      return answerOf(ids.map((id) => this.at(this.size - id)));
    }
    const groups = this.#groups;
    const index = groups.findIndex(({ key }) => key === query.get("from"));
    const before = groups.slice(0, Math.max(0, index)).reduce((sum, { count }) => sum + count, 0);
    const first = Number(query.get("after") ?? before + Number(query.get("skip") ?? 0));
    const end = finds ? Math.min(this.size, first + 50) : first;
    const rows = Array.from({ length: end - first }, (_, place) => this.at(first + place));
    return answerOf({
      ...EMPTY,
      rows,
      next: end < this.size && finds ? String(end) : null,
    } satisfies InvoicePage);
  }
}

function answerOf(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status });
}

/** Somebody who has not been here before: lists stay in memory for each person. */
export function signInAs({ role, isAdmin }: Pick<CurrentUser, "role" | "isAdmin">): void {
  lastUserId += 1;
  queryClient.setQueryData<CurrentUser>(currentUserQuery.queryKey, {
    id: lastUserId,
    email: "amina@example.com",
    firstName: "Amina",
    lastName: "Rahman",
    profileImageUrl: null,
    isAdmin,
    role,
  });
}
