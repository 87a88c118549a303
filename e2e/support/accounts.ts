/** People of the bureau and its clients, and their way into the portal without clicking. */
import { randomUUID } from "node:crypto";
import type { Role } from "contract/session";
import { hashPassword } from "server/src/auth/passwords.ts";
import { startSession } from "server/src/auth/sessions.ts";
import { inTransaction } from "server/src/database/transaction.ts";
import { buildUser } from "server/testing/factories/users.ts";
import { sessionCookie, type SessionCookie } from "./session-cookie.ts";

export interface Account {
  id: number;
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  role: Role;
}

/** One for everybody: hashing takes as long as it should. */
const PASSWORD = "Journey-through-the-portal-1";

const FIRST_NAMES: Record<Role, string> = {
  admin: "Amina",
  agent: "Omar",
  client: "Layla",
  accountant: "Farid",
};

export class Accounts {
  readonly #shared = new Map<Role, Promise<Account>>();
  readonly #origin: string;
  #passwordHash: Promise<string> | null = null;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Somebody of this role whom the journeys of a worker share; who needs a stranger calls `create`. */
  ofRole(role: Role): Promise<Account> {
    const account = this.#shared.get(role) ?? this.create(role);
    this.#shared.set(role, account);
    return account;
  }

  async create(
    role: Role,
    names: { firstName?: string; lastName?: string } = {},
  ): Promise<Account> {
    this.#passwordHash ??= hashPassword(PASSWORD);
    const person = {
      email: `${role}-${randomUUID().slice(0, 8)}@family.example`,
      firstName: names.firstName ?? FIRST_NAMES[role],
      lastName: names.lastName ?? "Haddad",
      role,
    };
    const { id } = await buildUser({ ...person, password: await this.#passwordHash });
    return { ...person, id, password: PASSWORD };
  }

  /** A new session, as the cookie that carries it. */
  async openSession(who: Role | Pick<Account, "id">): Promise<SessionCookie> {
    const account = typeof who === "string" ? await this.ofRole(who) : who;
    const token = await inTransaction((tx) =>
      startSession(tx, {
        userId: account.id,
        state: "signedIn",
        // Without a fingerprint the session takes the CSRF cookie that the browser gets first.
        csrf: null,
        deviceFingerprint: null,
        deviceName: "Chrome on Linux",
        userAgent: null,
        ipAddress: "127.0.0.1",
      }),
    );
    return sessionCookie(this.#origin, token);
  }
}
