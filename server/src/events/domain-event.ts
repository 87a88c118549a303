/** What can happen. Past tense, `noun.happened`; audit, webhooks, notices and live updates all read the same events. */
import type { AuditAction } from "contract/activity";

/** Each module adds the events it defines (`declare module`). */
export interface DomainEvents {}
export type DomainEventName = keyof DomainEvents;

/** One line of the case's activity; server-behaviour.md, "Side effects per action". */
export type AuditEntry = {
  action: AuditAction;
  documentName?: string | null;
  stage?: string | null;
  metadata?: Record<string, unknown>;
  /** The record whose revision moved, so that concurrent edits can be told apart (reliability 18). */
  subject?: { kind: "case" | "applicant" | "document" | "invoice"; id: number; revision: number };
};

export type DomainEvent = {
  name: DomainEventName;
  case: { id: number; caseId: string; title: string };
  /** Several when one request does the same to several files. */
  entries: readonly AuditEntry[];
  /** The invoice that it is about. */
  invoiceId?: number;
  /** Who sees the record it is about, when that is not everybody who sees the case. */
  seenBy?: "staff" | "admins" | undefined;
  /** Ids and codes for the automation service; never names, birth dates or file text (security.md 6.1). */
  data?: Record<string, unknown>;
  /** What was brought in is old: no notification, no mail; the automation service is told where an admin wants it. */
  quiet?: Quiet | undefined;
};

export type Quiet = { readonly tellsAutomation: boolean };
