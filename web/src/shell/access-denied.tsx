import { Link } from "@tanstack/react-router";
import { ShieldX } from "lucide-react";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Page } from "#web/ui/page-header.tsx";
import { EmptyState } from "#web/ui/states.tsx";

const { denied, deniedText } = messages.users;

/** A screen that this role has no right to. The server refuses its calls just the same. */
export function AccessDenied({ text = deniedText }: { readonly text?: string }) {
  return (
    <Page>
      <EmptyState
        icon={ShieldX}
        title={denied}
        isPage
        description={text}
        action={
          <Button variant="secondary" asChild>
            <Link to="/">{messages.ui.backToDashboard}</Link>
          </Button>
        }
      />
    </Page>
  );
}
