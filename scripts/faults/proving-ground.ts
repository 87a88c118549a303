/** A portal that exists to be hurt: its own process, data directory and people, and a view behind its back. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Accounts } from "e2e/support/accounts.ts";
import type { Role } from "contract/session";
import { loadConfig } from "server/src/config/config.ts";
import { openRuntime } from "server/src/open-runtime.ts";
import {
  findFreePort,
  type PortalProcess,
  startPortalProcess,
} from "#scripts/bench/portal-process.ts";
import { root } from "#scripts/tools.ts";
import { Person } from "./person.ts";

/**
 * As `npm start` does it, of this or of another tree of the project, with what earlier starts have compiled, but without the check whether the web is built, which
 * would be part of every restart.
 */
export function startPortal(
  directory: string,
  {
    port,
    settings,
    tree = root,
  }: { port: number; settings?: Record<string, string>; tree?: string },
): Promise<PortalProcess> {
  return startPortalProcess(directory, {
    port,
    settings: { NODE_COMPILE_CACHE: join(tree, ".cache", "node"), ...settings },
    args: ["--max-semi-space-size=2", join(tree, "server", "src", "main.ts")],
  });
}

export class ProvingGround {
  readonly directory: string;
  readonly origin: string;
  readonly #port: number;
  readonly #accounts: Accounts;
  #settings: Record<string, string>;
  #portal: PortalProcess | null = null;

  private constructor(port: number, settings: Record<string, string>) {
    this.directory = mkdtempSync(join(tmpdir(), "portal-fault-"));
    this.origin = `http://localhost:${port}`;
    this.#port = port;
    this.#accounts = new Accounts(this.origin);
    this.#settings = settings;
  }

  static async open(
    settings: Record<string, string> = {},
    before?: (directory: string) => Promise<void>,
  ): Promise<ProvingGround> {
    const ground = new ProvingGround(await findFreePort(), settings);
    await before?.(ground.directory);
    await ground.start();
    return ground;
  }

  get portal(): PortalProcess {
    if (this.#portal === null) throw new Error("The portal has not been started");
    return this.#portal;
  }

  /** Answers how long it took until it was ready. */
  async start(settings?: Record<string, string>): Promise<number> {
    if (settings !== undefined) this.#settings = settings;
    this.#portal = await startPortal(this.directory, {
      port: this.#port,
      settings: this.#settings,
    });
    return this.#portal.startedInMs;
  }

  /** Runs with the portal's own code on the same data: factories and checks work there. */
  async behind<Result>(work: () => Promise<Result>): Promise<Result> {
    const opened = await openRuntime(
      loadConfig({
        ...this.#settings,
        APP_ORIGIN: this.origin,
        DATA_DIR: this.directory,
        LOG_LEVEL: "silent",
      }),
    );
    try {
      return await work();
    } finally {
      await opened.close();
    }
  }

  /** New people of this role with open sessions; called behind the portal. */
  async people(role: Role, count = 1): Promise<Person[]> {
    const people: Person[] = [];
    for (let made = 0; made < count; made += 1) {
      people.push(await this.signIn(await this.#accounts.create(role)));
    }
    return people;
  }

  /** A session of somebody who has an account already; called behind the portal. */
  async signIn({ id }: { id: number }): Promise<Person> {
    const { value: sid } = await this.#accounts.openSession({ id });
    return new Person({ id, origin: this.origin, sid });
  }

  async close(): Promise<void> {
    await this.#portal?.stop();
    rmSync(this.directory, { recursive: true, force: true });
  }
}
