/** What deploy/portal.service takes away from the portal; `systemd-analyze security` counts the same where there is one. */
import { spawnSync } from "node:child_process";

const wanted: Readonly<Record<string, string>> = {
  User: "portal",
  ProtectSystem: "strict",
  StateDirectory: "portal",
  PrivateTmp: "yes",
  PrivateDevices: "yes",
  NoNewPrivileges: "yes",
  CapabilityBoundingSet: "",
  RestrictAddressFamilies: "AF_UNIX AF_INET AF_INET6",
  MemoryDenyWriteExecute: "no",
  LimitCORE: "0",
  Restart: "on-failure",
  TimeoutStopSec: "15",
};
const MOST_EXPOSURE = 2.5;

export function findUnitProblems(text: string): string[] {
  const lines = text.split("\n");
  const missing = Object.entries(wanted)
    .filter(([name, value]) => !lines.includes(`${name}=${value}`))
    .map(([name, value]) => `${name} is not ${value === "" ? "empty" : value}.`);
  if (!lines.includes("SystemCallFilter=@system-service"))
    missing.push("SystemCallFilter does not begin with @system-service.");
  if (!lines.some((line) => line.startsWith("LoadCredential=")))
    missing.push("No key comes as a credential.");
  return missing;
}

/** Null where this machine has no systemd-analyze. */
export function measureExposure(path: string): { exposure: number; complaint: string } | null {
  const { status, stdout, error } = spawnSync(
    "systemd-analyze",
    ["security", "--offline=true", "--no-pager", path],
    { encoding: "utf8" },
  );
  if (error !== undefined || status === null) return null;
  const exposure = Number(/exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1] ?? "10");
  return {
    exposure,
    complaint: exposure <= MOST_EXPOSURE ? "" : `the exposure is ${exposure}, not ${MOST_EXPOSURE}`,
  };
}
