/** Who is asking. */
import type { Scope } from "contract/scopes";
import type { Role } from "contract/session";

export type SignedInActor = {
  readonly kind: "user";
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** Flag or role: either makes an admin (D-047). */
  readonly isAdmin: boolean;
  /** SHA-256 of the session token, so that one's own session can be told from the others; empty without one. */
  readonly sessionId: string;
  /** Passkey, code of an app or password were given in this session a short while ago (D-185). */
  readonly isProven: boolean;
  /** A program acts for this person, with a personal token and within its scopes. */
  readonly token?: ActingToken;
};

export type ActingToken = {
  readonly id: number;
  readonly name: string;
  readonly scopes: readonly Scope[];
};

/** Signed out, or between password and code: such a browser is a stranger to every protected call (D-093). */
export type AnonymousActor = { readonly kind: "anonymous" };
export type AutomationActor = { readonly kind: "automation"; readonly keyId: string };
/** The portal itself: jobs, commands, the demo. */
export type SystemActor = { readonly kind: "system" };

export type Actor = SignedInActor | AnonymousActor | AutomationActor | SystemActor;
/** Somebody whose actions are recorded. */
export type AuditableActor = SignedInActor | AutomationActor | SystemActor;

export const anonymous: AnonymousActor = { kind: "anonymous" };
export const system: SystemActor = { kind: "system" };

type ActingUser = Pick<SignedInActor, "id" | "email" | "role" | "isAdmin"> & {
  firstName: string | null;
  lastName: string | null;
};

/** Somebody in whose name the portal acts, without a session of his. */
export function actorOf(user: ActingUser): SignedInActor {
  const { id, email, role, firstName, lastName } = user;
  return {
    kind: "user",
    id,
    email,
    name: [firstName, lastName].filter(Boolean).join(" ") || email,
    role,
    isAdmin: isAdmin(user),
    sessionId: "",
    isProven: false,
  };
}

export function isAdmin(user: { isAdmin: boolean; role: Role }): boolean {
  return user.isAdmin || user.role === "admin";
}

/** Whoever works in the bureau: everybody but its clients. */
export function isBureau(actor: Actor): boolean {
  return hasFullAccess(actor) || (actor.kind === "user" && hasPlaceInBureau(actor));
}

export function hasPlaceInBureau(user: { isAdmin: boolean; role: Role }): boolean {
  return user.isAdmin || user.role !== "client";
}

/** Whoever works on cases: admins, and agents in the cases assigned to them. */
export function isStaff(actor: Actor): boolean {
  return hasFullAccess(actor) || (actor.kind === "user" && actor.role === "agent");
}

/** Sees every record: an admin, or the portal and its automation acting for the bureau. */
export function hasFullAccess(actor: Actor): boolean {
  return (
    actor.kind === "system" ||
    actor.kind === "automation" ||
    (actor.kind === "user" && actor.isAdmin)
  );
}

/** Names a caller in counters and remembered answers; null for a stranger. */
export function callerOf(actor: Actor): string | null {
  if (actor.kind === "user") return `user:${actor.id}`;
  return actor.kind === "automation" ? `key:${actor.keyId}` : null;
}

export function userIdOf(actor: Actor): number | null {
  return actor.kind === "user" ? actor.id : null;
}
