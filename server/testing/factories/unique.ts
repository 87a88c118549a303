import { randomBytes } from "node:crypto";

/** Tells made records apart, so that any number of them fit into one database. */
export function uniqueSuffix(): string {
  return randomBytes(4).toString("hex");
}
