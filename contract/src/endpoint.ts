/**
 * What an endpoint is, and the types read from one.
 *
 * Every call of the portal is described once, here in the contract: the server registers its handlers
 * from these descriptions, the web calls through them, OpenAPI is generated from them.
 */
import type * as z from "zod/mini";
import type { UploadRuleName } from "./files.ts";
import type { Scope } from "./scopes.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Who may call it: `bureau` are admins, agents and accountants, `staff` admins and agents. Whether this person may touch
 * this record is the policy's question.
 */
export const protectedAccess = ["signedIn", "bureau", "staff", "admin"] as const;
export type Access = "public" | (typeof protectedAccess)[number] | "automation";

/** The record named in the path. It is looked up, and hidden behind a 404, before the body is read (permissions.md 3.1). */
export type Subject =
  | "case"
  | "applicant"
  | "document"
  | "comment"
  | "invoice"
  | "agreement"
  | "dossier";

/** Groups of calls that share a request budget (security.md 4.3). */
export type Budget =
  | "tokens"
  | "uploads"
  | "comments"
  | "downloads"
  | "archives"
  | "search"
  | "dossiers"
  | "policyReports";

type AnySchema = z.ZodMiniType;

/** The answer is not JSON: a stored file, an archive, an event stream or a redirect. */
export const FILE = "file";
export const STREAM = "stream";
export const REDIRECT = "redirect";

export type EndpointShape = {
  readonly method: Method;
  readonly path: `/${string}`;
  readonly access: Access;
  /** One of a group of calls for staff that only admins make: others hear first that the group is not theirs. */
  readonly amongStaff?: true;
  /** What a personal token has to hold; with `session` no token makes this call. */
  readonly scope: Scope | "session";
  readonly summary: string;
  readonly subject?: Subject;
  readonly params?: AnySchema;
  readonly query?: AnySchema;
  readonly body?: AnySchema;
  /** The call is multipart; text parts are checked against `body`. With `json` it may also be plain JSON without files. */
  readonly files?: {
    readonly rule: UploadRuleName;
    readonly json?: true;
    /** Sent by the thousand: no budget of uploads counts them. */
    readonly isUncounted?: true;
  };
  readonly response: AnySchema | typeof FILE | typeof STREAM | typeof REDIRECT;
  /** What it says itself when it refuses, by status, beside what its door, its record and its schemas say. */
  readonly refusals?: Readonly<Partial<Record<number, readonly string[]>>>;
  /** Status of a success; 200 unless said otherwise. */
  readonly status?: 200 | 201;
  readonly budget?: Budget;
  /** Background polling: does not count as activity of the session (security.md 4.7). */
  readonly passive?: true;
  /** Sent by the browser itself, which knows no forgery token: it may change nothing. Bodies end at 8 kB (asvs 34). */
  readonly fromBrowser?: true;
  /** The token in its path is all that it asks for: sent by programs that have no session and no forgery token. */
  readonly byToken?: true;
  /** Open to somebody whose role demands a strong factor and who has none yet (security.md 4.9). */
  readonly beforeFactor?: true;
  /**
   * Too dangerous for whoever finds an open screen: asks for a fresh proof of who is at the keyboard (D-185). Where only
   * some calls are, the service decides by what the call would change.
   */
  readonly stepUp?: true | "whenDangerous";
  /** Carries a password or a secret: nothing of it is kept, not even a hash to recognise a repeated call by. */
  readonly secret?: true;
};

export function endpoint<const E extends EndpointShape>(shape: E): E {
  return shape;
}

type CaseCodePath<Path extends string> = Path extends `/api/cases/:id${infer Rest}`
  ? `/api/cases/by-case-id/:caseId${Rest}`
  : never;

/** The same call, addressed by the case's text code instead of its number (C:210, D-043). */
export function byCaseCode<const E extends EndpointShape, const P extends AnySchema>(
  shape: E,
  params: P,
): Omit<E, "path" | "params"> & { path: CaseCodePath<E["path"]>; params: P } {
  const path = shape.path.replace("/api/cases/:id", "/api/cases/by-case-id/:caseId");
  return { ...shape, path: path as CaseCodePath<E["path"]>, params };
}

/** The names of the parameters in a path, as the client has to give them. */
export type PathParameters<Path extends string> =
  Path extends `${string}:${infer Name}/${infer Rest}`
    ? { [Key in Name]: string | number } & PathParameters<Rest>
    : Path extends `${string}:${infer Name}`
      ? { [Key in Name]: string | number }
      : unknown;

/** The concrete path of an endpoint. */
export function pathOf<Path extends string>(
  { path }: { readonly path: Path },
  params: PathParameters<Path>,
): string {
  const values = params as Readonly<Record<string, string | number>>;
  return path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(values[name] ?? "")),
  );
}

type Received<Schema> = Schema extends AnySchema ? z.output<Schema> : undefined;
type Sent<Schema> = Schema extends AnySchema ? z.input<Schema> : undefined;

export type ParamsOf<E extends EndpointShape> = Received<E["params"]>;
export type QueryOf<E extends EndpointShape> = Received<E["query"]>;
export type BodyOf<E extends EndpointShape> = Received<E["body"]>;
export type QueryInput<E extends EndpointShape> = Sent<E["query"]>;
export type BodyInput<E extends EndpointShape> = Sent<E["body"]>;
/** What the server hands over, before the response schema has removed what it does not name. */
export type ResultOf<E extends EndpointShape> = E["response"] extends AnySchema
  ? z.input<E["response"]>
  : void;
/** What the client reads. */
export type AnswerOf<E extends EndpointShape> = E["response"] extends AnySchema
  ? z.output<E["response"]>
  : Response;

/** The endpoints of one module, by verb. */
export type EndpointTable = Readonly<Record<string, EndpointShape>>;
