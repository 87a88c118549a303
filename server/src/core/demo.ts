/**
 * Whether this process is the demonstration. No setting makes it one: `npm run demo` says so before the portal is
 * loaded, so that a real portal cannot be opened to everybody by a line in its `.env` (W-RUN-011).
 */
import ipaddr from "ipaddr.js";
import { runtime } from "./runtime.ts";

let isDemoProcess = false;
let loadNightly: () => Promise<unknown> = async () => undefined;

/** `nightly` loads the job that a public one needs and no other portal knows. */
export function becomeDemo(nightly = loadNightly): void {
  isDemoProcess = true;
  loadNightly = nightly;
}

/** For tests, which share their process. */
export function ceaseDemo(): void {
  isDemoProcess = false;
}

/** Asked before there is a runtime. */
export function isDemo(): boolean {
  return isDemoProcess;
}

export async function loadNightlyJob(): Promise<void> {
  await loadNightly();
}

/** `open`: reached on this machine alone. `public`: from anywhere, and so kept from sending anything out. */
export type DemoKind = "open" | "public";

export function demoKind(): DemoKind | null {
  if (!isDemoProcess) return null;
  if (runtime.config.demoPublic) return "public";
  return isLoopbackHost(new URL(runtime.config.appOrigin).hostname) ? "open" : null;
}

export function isLoopbackHost(host: string): boolean {
  return host === "localhost" || isLoopback(host.replace(/^\[|\]$/g, ""));
}

export function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";
}
