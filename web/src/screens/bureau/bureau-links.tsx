import { Link } from "@tanstack/react-router";
import { CodeXml, FileInput } from "lucide-react";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";

const { links } = messages.shell;

/** Screens of admins that no menu names (work/README.md 2). */
export function BureauLinks() {
  return (
    <>
      <Button variant="secondary" asChild>
        <Link to="/imports">
          <Icon of={FileInput} />
          {links.imports}
        </Link>
      </Button>
      <Button variant="secondary" asChild>
        <Link to="/developers">
          <Icon of={CodeXml} />
          {links.developers}
        </Link>
      </Button>
    </>
  );
}
