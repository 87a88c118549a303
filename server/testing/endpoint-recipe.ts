/** What a valid call to an endpoint is made of, and the pieces that many of them share. */
import type { api } from "contract/api";
import type { Fixtures } from "./endpoint-fixtures.ts";
import { samplePdf } from "./sample-files.ts";
import type { TestClient, TestFile } from "./test-client.ts";

export type Recipe = {
  params?: Record<string, string | number>;
  query?: Record<string, string>;
  body?: unknown;
  files?: TestFile[];
  fields?: Record<string, string>;
  headers?: Record<string, string>;
  /** Another browser than the caller's signed-in one: calls that begin or end a sign-in. */
  client?: TestClient;
};

export type Prepare = (fixtures: Fixtures) => Recipe | Promise<Recipe>;
export type Recipes = {
  [Module in keyof typeof api]: { [Verb in keyof (typeof api)[Module]]: Prepare };
};

export const none: Prepare = () => ({});
export const caseById: Prepare = ({ caseFile }) => ({ params: { id: caseFile.id } });
export const caseByCode: Prepare = ({ caseFile }) => ({ params: { caseId: caseFile.caseId } });
export const withBody =
  (prepare: Prepare, body: unknown): Prepare =>
  async (fixtures) => ({ ...(await prepare(fixtures)), body });
export const withPdf =
  (prepare: Prepare, field: string, fields: Record<string, string> = {}): Prepare =>
  async (fixtures) => ({
    ...(await prepare(fixtures)),
    files: [{ field, name: "paper.pdf", bytes: await samplePdf(), type: "application/pdf" }],
    fields,
  });
