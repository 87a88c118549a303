import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import type { Token } from "contract/tokens";
import { formatDate, formatRelativeTime } from "#web/format/time.ts";
import { tokenMessages as texts } from "#web/messages/tokens.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { useRevokeToken } from "./tokens.queries.ts";

type TokenListProps = {
  readonly tokens: UseQueryResult<Token[]>;
  /** Whose they are; null: one's own. */
  readonly userId: number | null;
};

export function TokenList({ tokens, userId }: TokenListProps) {
  const [asked, setAsked] = useState<Token | null>(null);
  const revoke = useRevokeToken(userId);
  return (
    <>
      {tokens.isPending ? <SkeletonRows count={2} /> : null}
      {tokens.isError ? (
        <ErrorState message={texts.failed} onRetry={() => void tokens.refetch()} />
      ) : null}
      {tokens.data?.length === 0 ? (
        <p className="px-5 py-6 text-center text-sm text-muted">{texts.none}</p>
      ) : null}
      <ul className="divide-y divide-line">
        {(tokens.data ?? []).map((token) => (
          <TokenLine key={token.id} token={token} onRevoke={() => setAsked(token)} />
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title={texts.revokeTitle(asked?.name ?? "")}
        description={texts.revokeText}
        confirmText={texts.revoke}
        pendingText={texts.revoking}
        pending={revoke.isPending}
        onConfirm={() => asked && revoke.mutate(asked, { onSuccess: () => setAsked(null) })}
      />
    </>
  );
}

function TokenLine({ token, onRevoke }: { readonly token: Token; readonly onRevoke: () => void }) {
  const { name, hint, scopes, createdAt, expiresAt, lastUsedAt, lastUsedNetwork } = token;
  const used =
    lastUsedAt === null
      ? texts.neverUsed
      : texts.lastUsed(formatRelativeTime(lastUsedAt), lastUsedNetwork);
  const dates = [texts.created(formatDate(createdAt)), used, texts.expires(formatDate(expiresAt))];
  return (
    <li className="flex min-h-13.5 items-center gap-4 px-5 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
          <span className="break-words" dir="auto">
            {name}
          </span>
          <span className="font-mono text-xs text-muted">{texts.hint(hint)}</span>
        </p>
        <p className="text-xs">{texts.scopes(scopes)}</p>
        <Facts className="text-xs text-muted" of={dates} />
      </div>
      <Button variant="secondary" size="sm" aria-label={texts.revokeName(name)} onClick={onRevoke}>
        {texts.revoke}
      </Button>
    </li>
  );
}
