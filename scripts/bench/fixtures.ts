/** What the measurements share: one portal, its admin, its data; each made when the first measurement needs it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Accounts } from "e2e/support/accounts.ts";
import { openBackstage } from "e2e/support/backstage.ts";
import { fillCases, fillInvoices } from "./fill.ts";
import { type PortalProcess, startPortalProcess } from "./portal-process.ts";

/** A browser that is signed in as the admin. */
export interface Session {
  id: number;
  cookie: string;
  csrfToken: string;
  sid: string;
}

type Opened = { portal: PortalProcess; admin: Session; close(): Promise<void> };

export class Fixtures {
  readonly #directory = mkdtempSync(join(tmpdir(), "portal-bench-"));
  #opened: Promise<Opened> | null = null;
  #cases = 0;
  #invoices = 0;

  get directory(): string {
    return this.#directory;
  }

  async portal(): Promise<PortalProcess> {
    return (await this.#open()).portal;
  }

  async admin(): Promise<Session> {
    return (await this.#open()).admin;
  }

  async withCases(count: number): Promise<void> {
    const { admin } = await this.#open();
    await fillCases({ from: this.#cases, to: count, adminId: admin.id });
    this.#cases = Math.max(this.#cases, count);
  }

  async withInvoices(count: number): Promise<void> {
    await this.withCases(Math.max(this.#cases, 200));
    await fillInvoices({ from: this.#invoices, to: count });
    this.#invoices = Math.max(this.#invoices, count);
  }

  async close(): Promise<void> {
    await (await this.#opened)?.close();
    rmSync(this.#directory, { recursive: true, force: true });
  }

  #open(): Promise<Opened> {
    this.#opened ??= openFixtures(this.#directory);
    return this.#opened;
  }
}

async function openFixtures(directory: string): Promise<Opened> {
  const portal = await startPortalProcess(directory);
  const { origin, dataDirectory } = portal;
  const backstage = await openBackstage({
    origin,
    dataDirectory,
    admin: { email: "", password: "" },
    stop: () => portal.stop(),
  });
  const close = async () => {
    await backstage.close();
    await portal.stop();
  };
  try {
    return { portal, admin: await signIn(origin), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function signIn(origin: string): Promise<Session> {
  const accounts = new Accounts(origin);
  const { id } = await accounts.ofRole("admin");
  const { value: sid } = await accounts.openSession("admin");
  const answer = await fetch(`${origin}/api/csrf-token`, { headers: { cookie: `sid=${sid}` } });
  const { csrfToken } = (await answer.json()) as { csrfToken: string };
  const given = answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
  return { id, sid, csrfToken, cookie: [`sid=${sid}`, ...given].join("; ") };
}
