/** What of openapi.json the page shows. */
import type { Access } from "contract/endpoint";

export type Schema = { readonly [keyword: string]: unknown };
export type Schemas = Readonly<Record<string, Schema>>;
type Content = Readonly<Record<string, { readonly schema: Schema }>>;

export type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: string | number;
};

type Operation = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly "x-door": Access;
  readonly "x-scope": string;
  readonly "x-cursor"?: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Content }>
  >;
};

export type OpenApi = {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Schemas };
};

export type DescribedCall = Operation & {
  readonly method: string;
  readonly path: string;
  readonly module: string;
};

export function callsIn({ paths }: OpenApi): DescribedCall[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
      module: operation.tags[0] ?? "",
    })),
  );
}

/** All words stand in its method, path, summary, name or scope. */
export function findsCall(call: DescribedCall, search: string): boolean {
  const text = [call.method, call.path, call.summary, call.operationId, call["x-scope"]]
    .join(" ")
    .toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
