import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useCurrentUser } from "#web/api/current-user.ts";
import { useOwnTokens } from "#web/api/own-tokens.ts";
import { tokenMessages as texts } from "#web/messages/tokens.ts";
import { Button } from "#web/ui/button.tsx";
import { SectionCard } from "#web/ui/card.tsx";
import { CreateTokenDialog } from "./create-token-dialog.tsx";
import { type Made, SecretDialog } from "./secret-dialog.tsx";
import { TokenList } from "./token-list.tsx";

/** Absent for clients, and where tokens are switched off. */
export function ApiTokens() {
  const { mayHaveTokens = false } = useCurrentUser();
  return mayHaveTokens ? <OwnTokens /> : null;
}

function OwnTokens() {
  const tokens = useOwnTokens();
  const [isCreating, setIsCreating] = useState(false);
  const [made, setMade] = useState<Made | null>(null);
  const finish = (created: Made) => {
    setIsCreating(false);
    setMade(created);
  };
  return (
    <SectionCard
      title={texts.title}
      description={texts.description}
      actions={
        <>
          <Button variant="ghost" size="sm" asChild>
            <Link to="/developers">{texts.developers}</Link>
          </Button>
          <Button variant="secondary" size="sm" onClick={() => setIsCreating(true)}>
            {texts.create}
          </Button>
        </>
      }
      flush
    >
      <TokenList tokens={tokens} userId={null} />
      {isCreating ? (
        <CreateTokenDialog onCreated={finish} onClose={() => setIsCreating(false)} />
      ) : null}
      {made === null ? null : <SecretDialog made={made} onClose={() => setMade(null)} />}
    </SectionCard>
  );
}
