import { Link } from "@tanstack/react-router";
import { CircleCheck, CircleX } from "lucide-react";
import type { ReactNode } from "react";
import { messages } from "#web/messages/messages.ts";
import { FormOutcome } from "#web/shell/form-outcome.tsx";
import { Button } from "#web/ui/button.tsx";

const text = messages.profile.emailLinks;

type EmailLinkOutcomeProps = {
  readonly tone: "ok" | "danger";
  readonly title: string;
  readonly children: ReactNode;
  /** Before the way to the portal. */
  readonly action?: ReactNode;
};

/** What became of a link about another address. */
export function EmailLinkOutcome({ tone, title, children, action }: EmailLinkOutcomeProps) {
  return (
    <FormOutcome
      icon={tone === "ok" ? CircleCheck : CircleX}
      tone={tone}
      title={title}
      actions={
        <>
          {action}
          <Button asChild size="lg" variant={action === undefined ? "primary" : "secondary"}>
            <Link to="/">{text.goToPortal}</Link>
          </Button>
        </>
      }
    >
      <p>{children}</p>
    </FormOutcome>
  );
}
