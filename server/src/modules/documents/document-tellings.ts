/** Who is told in the portal of documents that come in and are looked at, and what they are not to find any more. */
import { type DocumentCategory, isAdminCategory } from "contract/document-categories";
import { type AuditableActor, hasFullAccess } from "#server/core/actor.ts";
import type { DomainEvent } from "#server/events/domain-event.ts";
import {
  changeOf,
  type Forgetting,
  type PeopleGroup,
  type Telling,
} from "#server/events/telling.ts";

/** What the client sends is for the bureau, what anybody else brings is for the client; the government's for admins. */
export function tellUpload({ data }: DomainEvent, actor: AuditableActor): Telling {
  const ids = (data?.["documentIds"] ?? []) as number[];
  const isHidden = isAdminCategory(data?.["category"] as DocumentCategory);
  const others: PeopleGroup = isClient(actor) ? "bureau" : "clients";
  return {
    kind: "document_uploaded",
    to: [isHidden ? "bureauAdmins" : others],
    about: ids.map((id) => ({ id })),
  };
}

function isClient(actor: AuditableActor): boolean {
  return actor.kind === "user" && actor.role === "client" && !hasFullAccess(actor);
}

/** That a document waits again is no news to whoever has sent it. */
export function tellReview({ entries }: DomainEvent): Telling | null {
  const about = entries.flatMap(({ subject, metadata }) => {
    const { review, reviewId } = metadata ?? {};
    if (!subject || (review !== "accepted" && review !== "changes_requested")) return [];
    const told = { id: subject.id, review: Number(reviewId) };
    return [review === "accepted" ? told : { ...told, isChange: true as const }];
  });
  return about.length === 0 ? null : { kind: "document_reviewed", to: ["clients"], about };
}

export function forgetReview({ entries }: DomainEvent): Forgetting {
  const values = entries.map(({ metadata }) => Number(metadata?.["reviewId"]));
  return { kinds: ["document_reviewed"], by: "review", values };
}

export function forgetRemoved({ entries }: DomainEvent): Forgetting {
  const values = entries.map(({ metadata }) => Number(metadata?.["documentId"]));
  return { kinds: ["document_uploaded", "document_reviewed"], by: "id", values };
}

/** What has become the government's is for admins alone. */
export function forgetHidden(event: DomainEvent): Forgetting | null {
  const { to } = changeOf(event, "category");
  const { subject } = event.entries[0] ?? {};
  if (!subject || to === undefined || !isAdminCategory(to as DocumentCategory)) return null;
  return {
    kinds: ["document_uploaded", "document_reviewed"],
    by: "id",
    values: [subject.id],
    keptByAdmins: true,
  };
}
