/**
 * The monitoring's port answers under its own names only: a web page whose name was pointed at this machine (DNS
 * rebinding) would otherwise read it through the browser of somebody inside. An address is no such name.
 */
import { hostname } from "node:os";
import ipaddr from "ipaddr.js";
import { runtime } from "#server/core/runtime.ts";

/** Who sends no Host at all is no browser. */
export function isOwnHost(header: string | undefined): boolean {
  if (header === undefined) return true;
  const name = header
    .toLowerCase()
    .replace(/:\d{1,5}$/, "")
    .replace(/^\[(.*)\]$/, "$1");
  return ipaddr.isValid(name) || ownNames().has(name);
}

function ownNames(): Set<string> {
  const { host = "", names = [] } = runtime.config.metrics ?? {};
  return new Set(["localhost", hostname().toLowerCase(), host.toLowerCase(), ...names]);
}
