/** The secrets of the portal: given, or made once and kept in DATA_DIR/keys. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { keptSecret, prepareDirectory } from "./kept-secrets.ts";
import type { Settings } from "./settings.ts";

const KEY_BYTES = 32;
/** 128 random bits and more, however they are written (asvs 99). */
const AUTOMATION_KEY = /^\S{32,200}$/;

/**
 * A server with its database or files elsewhere must be given its keys: a copy of the data on a new machine, with keys
 * made afresh there, could read nothing and would notice too late.
 */
export function readKeys(settings: Settings, dataDirectory: string, mustBeGiven: boolean) {
  const trouble = prepareDirectory(dataDirectory);
  if (trouble !== undefined)
    settings.problem(`DATA_DIR ${dataDirectory} cannot be written to (${trouble}).`);
  const keyDirectory = join(dataDirectory, "keys");
  const readOrMake = (name: string, make: () => string): string | undefined => {
    const given = settings.text(name);
    if (given !== undefined || settings.problems.length > 0) return given;
    return keptSecret(keyDirectory, name, make);
  };
  for (const name of ["SECRET_KEY", "FILES_KEY"]) {
    if (mustBeGiven && settings.text(name) === undefined) {
      settings.problem(
        `${name} must be set (32 random bytes, base64) when DATABASE_URL or S3 is used.`,
      );
    }
  }
  const newKey = () => randomBytes(KEY_BYTES).toString("base64");
  return {
    secretKey: decodeKey(settings, "SECRET_KEY", readOrMake("SECRET_KEY", newKey)),
    filesKey: decodeKey(settings, "FILES_KEY", readOrMake("FILES_KEY", newKey)),
    previousFilesKey: readPreviousFilesKey(settings),
    webhookSecret: checkWebhookSecret(
      settings,
      "WEBHOOK_SECRET",
      readOrMake("WEBHOOK_SECRET", () => `whsec_${newKey()}`),
    ),
    previousWebhookSecret: readPreviousWebhookSecret(settings),
    ...readAutomationKeys(settings),
  };
}

function readPreviousFilesKey(settings: Settings): Buffer | null {
  const value = settings.text("FILES_KEY_PREVIOUS");
  return value === undefined ? null : decodeKey(settings, "FILES_KEY_PREVIOUS", value);
}

function decodeKey(settings: Settings, name: string, value: string | undefined): Buffer {
  const key = Buffer.from(value ?? "", "base64");
  if (value !== undefined && (key.length !== KEY_BYTES || !/^[\w+/-]+=*$/.test(value))) {
    settings.problem(`${name} must be 32 bytes in base64 (44 characters).`);
  }
  return key;
}

function checkWebhookSecret(settings: Settings, name: string, value: string | undefined): string {
  const length = Buffer.from(value?.slice("whsec_".length) ?? "", "base64").length;
  if (value !== undefined && (!value.startsWith("whsec_") || length < 24 || length > 64)) {
    settings.problem(`${name} must be whsec_ followed by 24 to 64 bytes in base64.`);
  }
  return value ?? "";
}

/** Signs beside the new one until the receiver knows that (security.md 6.1). */
function readPreviousWebhookSecret(settings: Settings): string | null {
  const value = settings.text("WEBHOOK_SECRET_PREVIOUS");
  return value === undefined
    ? null
    : checkWebhookSecret(settings, "WEBHOOK_SECRET_PREVIOUS", value);
}

/** Two live keys while one replaces the other (security.md 6.2). */
function readAutomationKeys(settings: Settings) {
  const automationKey = readAutomationKey(settings, "AUTOMATION_KEY");
  const previousAutomationKey = readAutomationKey(settings, "AUTOMATION_KEY_PREVIOUS");
  if (automationKey === null && previousAutomationKey !== null)
    settings.problem("AUTOMATION_KEY_PREVIOUS needs AUTOMATION_KEY, the key that replaces it.");
  return { automationKey, previousAutomationKey };
}

function readAutomationKey(settings: Settings, name: string): string | null {
  const value = settings.text(name) ?? null;
  if (value !== null && !AUTOMATION_KEY.test(value))
    settings.problem(
      `${name} must be 32 to 200 random characters, such as openssl rand -hex 32 makes.`,
    );
  return value;
}
