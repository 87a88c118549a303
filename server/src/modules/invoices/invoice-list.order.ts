/** The orders of the list of invoices as the database reads them, and the cursors that go with them (contract/invoice-order). */
import { sql, type SQL } from "drizzle-orm";
import * as z from "zod/mini";
import { MAX_ID, PlainDate } from "contract/fields";
import { invoiceGroupKeys, type InvoiceOrder, type InvoiceSort } from "contract/invoice-order";
import { invoiceStatuses } from "contract/invoices";
import { badField } from "#server/core/errors.ts";
import type { OrderedColumn } from "#server/database/keyset.ts";
import { invalidCursor, readCursor, writeCursor } from "#server/http/cursor.ts";
import { ofProgram } from "./invoice-list.filters.ts";

/** What a row is ordered by; which value comes between its section and its code, the sort says. */
export type InvoicePlace = {
  section: number;
  value: string | number | null;
  code: string;
  id: number;
};

/**
 * A part of the list that an index gives in order: one group, one status where statuses are sorted by. Their orders are
 * those of lists and not of the alphabet, so the sections are read one by one.
 */
export type Section = { readonly group: string | null; readonly condition: SQL };

export function sectionsOf({ groupBy, sort, order }: InvoiceOrder): Section[] {
  const groups: Section[] =
    groupBy === "none"
      ? [{ group: null, condition: sql`true` }]
      : invoiceGroupKeys[groupBy].map((group) => ({ group, condition: isIn(groupBy, group) }));
  if (sort !== "status" || groupBy === "status") return groups;
  const statuses = order === "asc" ? invoiceStatuses : invoiceStatuses.toReversed();
  return groups.flatMap(({ group, condition }) =>
    statuses.map((status) => ({
      group,
      condition: sql`${condition} and i.status = ${status}`,
    })),
  );
}

function isIn(groupBy: "stage" | "program" | "currency" | "status", key: string): SQL {
  return groupBy === "program" ? ofProgram(key) : sql`${groupColumns[groupBy]} = ${key}`;
}

const groupColumns = { stage: sql`i.stage`, currency: sql`i.currency`, status: sql`i.status` };

const valueColumns: Record<InvoiceSort, SQL | null> = {
  invoiceId: null,
  status: null,
  date: sql`i.date`,
  created: sql`i.created_at`,
  amount: sql`i.total_fee`,
};

export function valueColumnOf(sort: InvoiceSort): SQL {
  return valueColumns[sort] ?? sql`null`;
}

type Part = OrderedColumn & { readonly valueOf: (place: InvoicePlace) => SQL };

/** Inside a section: the sort's value, then the highest code, then the highest number. */
export function partsOf({ sort, order }: InvoiceOrder): Part[] {
  const column = valueColumns[sort];
  const types = { date: sql`date`, created: sql`timestamptz`, amount: sql`bigint` };
  const byValue: Part[] =
    column === null || sort === "invoiceId" || sort === "status"
      ? []
      : [{ column, direction: order, valueOf: ({ value }) => sql`${value}::${types[sort]}` }];
  return [
    ...byValue,
    {
      column: sql`i.code_sort`,
      direction: sort === "invoiceId" ? order : "desc",
      valueOf: ({ code }) => sql`${code}::text`,
    },
    { column: sql`i.id`, direction: "desc", valueOf: ({ id }) => sql`${id}::integer` },
  ];
}

const Moment = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
  z.refine((text) => !Number.isNaN(Date.parse(text))),
);
const Values = {
  invoiceId: z.null(),
  status: z.null(),
  date: PlainDate,
  created: Moment,
  amount: z.int().check(z.gte(0)),
} satisfies Record<InvoiceSort, z.ZodMiniType>;
const Code = z.string().check(z.maxLength(150), z.regex(/^[^\0]*$/));
const Id = z.int().check(z.gte(1), z.lte(MAX_ID));

export function writePlace({ section, value, code, id }: InvoicePlace): string {
  return writeCursor([section, value, code, id]);
}

export function readPlace(cursor: string, order: InvoiceOrder): InvoicePlace {
  const Section = z.int().check(z.gte(0), z.lt(sectionsOf(order).length));
  const Place = z.tuple([Section, Values[order.sort], Code, Id]);
  const [section, value, code, id] = readCursor(cursor, Place);
  return { section, value, code, id };
}

/** There are never more groups than one answer holds. */
export function refuseGroupCursor(after: string | undefined): void {
  if (after !== undefined) throw invalidCursor();
}

/** The first section of a group. */
export function startOfGroup(from: string, order: InvoiceOrder): number {
  const section = sectionsOf(order).findIndex(({ group }) => group === from);
  if (section === -1) throw badField("from", "Invalid group");
  return section;
}
