import { displayNameOf, initialsOf } from "#web/format/person.ts";
import { formatDate } from "#web/format/time.ts";
import { messages } from "#web/messages/messages.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { tintStyle } from "#web/ui/tint.ts";
import { useOpenRequest } from "./checklist.queries.ts";
import { itemLooks } from "./item-look.ts";

type SayBlockProps = { readonly documentId: number; readonly text: string };

/** What the bureau wrote to the client about a document, by whom and when. */
export function SayBlock({ documentId, text }: SayBlockProps) {
  const { data: request } = useOpenRequest(documentId);
  const author = request === undefined || request.by === null ? null : request.by;
  const name = author === null ? messages.users.deletedUser : displayNameOf(author);
  return (
    <div
      style={tintStyle(itemLooks.changes_requested)}
      className="tinted mt-2 flex max-w-140 gap-3 rounded-md border border-line bg-surface px-3 py-2.5 max-md:rounded-lg max-md:border-0 max-md:bg-tint max-md:px-3.5 max-md:py-3 max-md:text-tint-ink"
    >
      {author === null ? null : (
        <Avatar initials={initialsOf(author)} seed={name} size="xs" className="max-md:hidden" />
      )}
      <div className="min-w-0">
        <p dir="auto" className="text-sm whitespace-pre-line break-words max-md:text-base/5">
          {text}
        </p>
        {request === undefined ? null : (
          <p className="mt-0.5 text-xs text-muted max-md:text-inherit">
            <bdi>{name}</bdi> · {formatDate(request.createdAt)}
          </p>
        )}
      </div>
    </div>
  );
}
