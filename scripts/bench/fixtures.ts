/** What the measurements share: one portal, its admin, its data; each made when the first measurement needs it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Accounts } from "e2e/support/accounts.ts";
import { openBackstage } from "e2e/support/backstage.ts";
import type { Role } from "contract/session";
import type { DatabaseAddress } from "server/src/database/connection.ts";
import { fillWorld } from "./fill-world.ts";
import { fillCases, fillInvoices } from "./fill.ts";
import { type PortalProcess, startPortalProcess } from "./portal-process.ts";

/** A browser that is signed in. */
export interface Session {
  id: number;
  cookie: string;
  csrfToken: string;
  sid: string;
}

type Opened = {
  portal: PortalProcess;
  accounts: Accounts;
  admin: Session;
  /** The database as the owner of its tables. */
  owner: DatabaseAddress;
  close(): Promise<void>;
};

export class Fixtures {
  readonly #directory: string;
  #opened: Promise<Opened> | null = null;
  #cases = 0;
  #invoices = 0;
  #world = 0;

  /** Of its own, or of a portal that was filled in another way. */
  constructor(directory = mkdtempSync(join(tmpdir(), "portal-bench-"))) {
    this.#directory = directory;
  }

  get directory(): string {
    return this.#directory;
  }

  async portal(): Promise<PortalProcess> {
    return (await this.#open()).portal;
  }

  async admin(): Promise<Session> {
    return (await this.#open()).admin;
  }

  async session(role: Role): Promise<Session> {
    const { portal, accounts } = await this.#open();
    return signIn(portal.origin, accounts, role);
  }

  async owner(): Promise<DatabaseAddress> {
    return (await this.#open()).owner;
  }

  async withCases(count: number, commentsPerCase = 30): Promise<void> {
    const { admin } = await this.#open();
    await fillCases({ from: this.#cases, to: count, adminId: admin.id, commentsPerCase });
    this.#cases = Math.max(this.#cases, count);
  }

  async withInvoices(count: number): Promise<void> {
    await this.withCases(Math.max(this.#cases, 200));
    await fillInvoices({ from: this.#invoices, to: count });
    this.#invoices = Math.max(this.#invoices, count);
  }

  /** Cases with everything that belongs to them. */
  async withWorld(count: number): Promise<void> {
    await this.withCases(count);
    await fillWorld({ from: this.#world, to: count });
    this.#world = Math.max(this.#world, count);
  }

  /** Leaves its files. */
  async stop(): Promise<void> {
    await (await this.#opened)?.close();
  }

  async close(): Promise<void> {
    await this.stop();
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
    const accounts = new Accounts(origin);
    const admin = await signIn(origin, accounts, "admin");
    return { portal, accounts, admin, owner: backstage.owner, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function signIn(origin: string, accounts: Accounts, role: Role): Promise<Session> {
  const { id } = await accounts.ofRole(role);
  const { value: sid } = await accounts.openSession(role);
  const answer = await fetch(`${origin}/api/csrf-token`, { headers: { cookie: `sid=${sid}` } });
  const { csrfToken } = (await answer.json()) as { csrfToken: string };
  const given = answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
  return { id, sid, csrfToken, cookie: [`sid=${sid}`, ...given].join("; ") };
}
