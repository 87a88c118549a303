/** What a module declares about itself, once; the machinery reads the declarations and names no module. */
import type { PgTable } from "drizzle-orm/pg-core";
import type { FastifyInstance } from "fastify";
import type { SubjectDefinitions } from "#server/auth/subjects.ts";
import type { CaseQueryDefinitions, EventDefinitions, MadeOf } from "#server/events/definitions.ts";
import type { Reaction } from "#server/events/record.ts";
import type { SearchedDefinitions } from "#server/events/searched-records.ts";
import type { FileKindDefinitions } from "#server/files/kinds.ts";
import type { MailFates } from "#server/mail/fates.ts";
import type { Erasure } from "#server/modules/cases/erasures.ts";
import type { ReadinessFollower } from "#server/modules/checklist/followers.ts";

export type Module = {
  /** Binds its endpoints of the contract to its services. */
  routes: (app: FastifyInstance) => void;
  /** What it alone writes. Read by the check of the boundaries, which sees names: write the list out here. */
  tables?: readonly PgTable[];
  /** The records of its own that a path can name. */
  subjects?: SubjectDefinitions;
  /** Its kinds of stored files: what comes in as one, and who may open it under which name. */
  fileKinds?: FileKindDefinitions;
  /** What open screens read of a case, and who may. */
  queries?: CaseQueryDefinitions;
  /** Which of them are made of what others answer. */
  queriesMadeOf?: MadeOf;
  /** What can happen: which queries become stale, and whether the automation service is told. */
  events?: EventDefinitions;
  /** How its records are found by the search. */
  searched?: SearchedDefinitions;
  /** What it does in the transaction of any change, its own or another module's. */
  reactions?: readonly Reaction[];
  /** What it does when the papers of cases are found to be more or fewer. */
  followsReadiness?: ReadinessFollower;
  /** What it knows of mails on their way to people. */
  mails?: MailFates;
  /** What of a closed case goes when the years of keeping it have ended (security.md 5.6). */
  erase?: Erasure;
};
