/**
 * The virus scan of what comes in (security.md 5.2 step 5, asvs 56): after a file was received and looked at, before it
 * is stored. With SCAN=required nothing is stored unscanned; with SCAN=optional a scanner that is down is only logged,
 * so that filing day goes on (P6).
 */
import type { FastifyRequest } from "fastify";
import { userIdOf } from "#server/core/actor.ts";
import { fileInfected, unavailable } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import { scans } from "#server/core/service-meters.ts";
import { recordSecurityEvent, type SecurityEvent } from "#server/events/security-log.ts";
import { askClamd, ScannerFailure } from "#server/integrations/scanner/clamd.ts";
import { decrypt } from "./encryption.ts";
import { quarantine, type Infection } from "./quarantine.ts";
import { createSlots } from "./slots.ts";
import { spooledObject, type SpooledFile } from "./spool.ts";

/** So many at once, whoever uploads (asvs 114). */
const MOST_SCANS = 4;
/** Of one file, the wait for its turn included. */
const PATIENCE_MS = 20_000;
const MOST_USER_AGENT_LENGTH = 300;

const slots = createSlots({ count: MOST_SCANS });

/** Whoever sends a file, and from where; a mail comes from no browser. */
type Uploader = { userId: number | null; browser?: NonNullable<SecurityEvent["browser"]> };
export type ScanContext = Uploader & { caseId: number | null };

export function uploaderOf(request: FastifyRequest): Uploader {
  const userAgent = request.headers["user-agent"]?.slice(0, MOST_USER_AGENT_LENGTH) ?? null;
  return { userId: userIdOf(request.actor), browser: { ipAddress: request.ip, userAgent } };
}

/** Throws the refusal of the first file that is infected; no file of the request is stored then. */
export async function scanFiles(
  files: readonly SpooledFile[],
  context: ScanContext,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const { scanner } = runtime.config;
  if (scanner === null) return;
  for (const file of files) {
    try {
      const finding = await findingIn(file, patienceMs);
      scans.add({ result: finding === null ? "clean" : "infected" });
      if (finding !== null) await refuse(file, finding, context);
    } catch (error) {
      if (!(error instanceof ScannerFailure)) throw error;
      scans.add({ result: "failed" });
      runtime.log.error({ error, isRequired: scanner.isRequired }, "a file was not scanned");
      if (scanner.isRequired) throw cannotCheck();
      // Whoever waits for his upload should not wait for the same silence once per file.
      return;
    }
  }
}

async function findingIn(file: SpooledFile, patienceMs: number): Promise<string | null> {
  const { scanner } = runtime.config;
  if (scanner === null) return null;
  const signal = AbortSignal.timeout(patienceMs);
  const { finding } = await slots.run(() =>
    askClamd(scanner.address, decrypt(spooledObject(file)), signal),
  );
  return finding;
}

async function refuse(
  file: SpooledFile,
  finding: string,
  { userId, browser, caseId }: ScanContext,
): Promise<never> {
  const quarantined = await tryToQuarantine(file, { finding, caseId, userId });
  await recordSecurityEvent(runtime.database, {
    kind: "file.infected",
    userId,
    ...(browser && { browser }),
    metadata: { finding, caseId, quarantined },
  });
  runtime.log.warn({ finding, caseId, userId, quarantined }, "an infected file was refused");
  throw fileInfected();
}

/** A full disk must not be a way around the refusal: the file is gone then, and the event says so. */
async function tryToQuarantine(file: SpooledFile, infection: Infection): Promise<string | null> {
  try {
    return await quarantine(file, infection);
  } catch (error) {
    runtime.log.error({ error }, "an infected file could not be kept in quarantine");
    return null;
  }
}

function cannotCheck() {
  return unavailable(
    "Files cannot be checked for viruses at the moment. Please try again later.",
    60,
  );
}
