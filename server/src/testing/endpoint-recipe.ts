/** What a valid call to an endpoint is made of, and the pieces that many of them share. */
import type { api } from "contract/api";
import type { World } from "./endpoint-world.ts";
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

export type Cook = (world: World) => Recipe | Promise<Recipe>;
export type Recipes = {
  [Module in keyof typeof api]: { [Verb in keyof (typeof api)[Module]]: Cook };
};

export const none: Cook = () => ({});
export const caseById: Cook = ({ caseFile }) => ({ params: { id: caseFile.id } });
export const caseByCode: Cook = ({ caseFile }) => ({ params: { caseId: caseFile.caseId } });
export const withBody =
  (cook: Cook, body: unknown): Cook =>
  async (world) => ({ ...(await cook(world)), body });
export const withPdf =
  (cook: Cook, field: string, fields: Record<string, string> = {}): Cook =>
  async (world) => ({
    ...(await cook(world)),
    files: [{ field, name: "paper.pdf", bytes: await samplePdf(), type: "application/pdf" }],
    fields,
  });
