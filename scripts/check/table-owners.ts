/**
 * Rule 4: anyone reads a table, only its owner writes it. Everybody else calls the owner's service. A module names its
 * tables in its definition; the floors below the modules have theirs here.
 */
import type { SourceFile } from "./sources.ts";

/** Folders below server/src. */
export type TableOwners = Readonly<Record<string, readonly string[]>>;

const tablesOfFloors: TableOwners = {
  /** Written by its triggers alone. */
  auditChain: [],
  caseEvents: ["events/"],
  caseKeys: ["files/"],
  emailChanges: ["auth/"],
  failedLoginAttempts: ["auth/"],
  idempotencyKeys: ["http/"],
  mailOutbox: ["mail/"],
  otpVerifications: ["auth/"],
  passwordResetTokens: ["auth/"],
  passkeyChallenges: ["auth/"],
  passkeys: ["auth/"],
  recoveryCodes: ["auth/"],
  securityEvents: ["events/"],
  sessions: ["auth/"],
  storedFiles: ["files/"],
  throttleBuckets: ["auth/", "database/"],
  /** Beside their module: when one was used, and what ends all of somebody's. */
  tokens: ["auth/"],
  totpSecrets: ["auth/"],
  trustedDevices: ["auth/"],
};

/**
 * The database folder migrates the rows of every table, and the clean-up removes what has expired anywhere.
 */
export const writersOfEveryTable = ["database/", "jobs/cleanup.ts"];

const DEFINITION = /^server\/src\/(modules\/[\w-]+\/)[\w-]+\.module\.ts$/;

/** The folders that write each table, named as its definition in code. */
export function tableOwnersIn(sources: readonly SourceFile[]): TableOwners {
  const owners: Record<string, string[]> = {};
  for (const [table, folders] of Object.entries(tablesOfFloors)) owners[table] = [...folders];
  for (const { path, text } of sources) {
    const folder = DEFINITION.exec(path)?.[1];
    const list = /\btables: \[([^\]]*)\]/.exec(text)?.[1];
    if (folder === undefined || list === undefined) continue;
    for (const [table] of list.matchAll(/\w+/g)) (owners[table] ??= []).push(folder);
  }
  return owners;
}
