/**
 * The browser of the journeys. On Linux it comes with the npm packages and needs nothing of the system; elsewhere, or
 * when `PORTAL_CHROMIUM` names one, an installed Chrome or Chromium is used.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { LaunchOptions } from "@playwright/test";
import { inflate } from "@sparticuz/chromium";

const cache = join(import.meta.dirname, "..", "..", ".cache", "chromium");

/** The package's own list of arguments switches web security off; these keep the browser as strict as a user's. */
const ARGUMENTS = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--font-render-hinting=none",
];

const INSTALLED_ON_LINUX = [
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
];

export async function browserLaunchOptions(): Promise<LaunchOptions> {
  return { args: ARGUMENTS, ...(await chooseBrowser()) };
}

async function chooseBrowser(): Promise<LaunchOptions> {
  const named = process.env["PORTAL_CHROMIUM"];
  if (named !== undefined && named !== "") return { executablePath: named };
  if (process.platform !== "linux") return { channel: "chrome" };
  if (process.arch === "x64") return bundledBrowser();
  const installed = INSTALLED_ON_LINUX.find((path) => existsSync(path));
  if (installed !== undefined) return { executablePath: installed };
  throw new Error("No browser found: set PORTAL_CHROMIUM to a Chrome or Chromium of this machine.");
}

async function bundledBrowser(): Promise<LaunchOptions> {
  const folder = join(cache, await bundledVersion());
  if (!existsSync(folder)) await unpackInto(folder);
  const executablePath = join(folder, "chromium");
  return { executablePath, env: await environmentFor(folder, executablePath) };
}

async function bundledVersion(): Promise<string> {
  const manifest = await readFile(join(packageFolder(), "package.json"), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}

function packageFolder(): string {
  return join(fileURLToPath(import.meta.resolve("@sparticuz/chromium")), "..", "..");
}

/**
 * The package unpacks into the temporary folder and takes whatever lies there under the right name for its own work.
 * Here it gets a folder of its own, which appears under its final name only when it is complete.
 */
async function unpackInto(folder: string): Promise<void> {
  const unfinished = join(cache, `unpacking-${process.pid}`);
  const temporary = process.env["TMPDIR"];
  mkdirSync(unfinished, { recursive: true });
  process.env["TMPDIR"] = unfinished;
  try {
    const archives = ["chromium.br", "fonts.tar.br", "al2023.tar.br"];
    await Promise.all(archives.map((name) => inflate(join(packageFolder(), "bin", name))));
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  } finally {
    if (temporary === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = temporary;
  }
}

/** A bare system lacks the libraries for certificates, or fonts; both are in the package. */
async function environmentFor(
  folder: string,
  executablePath: string,
): Promise<Record<string, string>> {
  const environment = Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  );
  // Without a locale the browser takes names of files for plain ASCII, and loses those that are not.
  environment["LC_ALL"] = "C.UTF-8";
  if (spawnSync(executablePath, ["--version"]).status !== 0) {
    environment["LD_LIBRARY_PATH"] = join(folder, "al2023", "lib");
  }
  if (!existsSync("/etc/fonts/fonts.conf")) {
    environment["FONTCONFIG_PATH"] = await fontFolder(folder);
  }
  return environment;
}

async function fontFolder(folder: string): Promise<string> {
  const fonts = join(folder, "fonts");
  const settings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${fonts}</dir><cachedir>${join(fonts, "cache")}</cachedir></fontconfig>
`;
  await writeFile(join(fonts, "fonts.conf"), settings);
  return fonts;
}
