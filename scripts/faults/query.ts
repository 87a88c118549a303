/** Questions to the database behind the portal's back. */
import { runtime } from "server/src/core/runtime.ts";

export interface Query {
  text: string;
  values: unknown[];
}

/** Values travel beside the text, never in it. */
export function sql(parts: TemplateStringsArray, ...values: unknown[]): Query {
  const text = parts.reduce((before, part, index) => `${before}$${index}${part}`);
  return { text, values };
}

export async function ask<Row extends object>(query: Query): Promise<Row[]> {
  return (await runtime.pool.query<Row>(query)).rows;
}
