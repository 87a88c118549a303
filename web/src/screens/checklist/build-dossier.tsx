import { Link } from "@tanstack/react-router";
import { FolderOutput } from "lucide-react";
import { dossierMessages } from "#web/messages/dossiers.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";

/** Leads to what the authority gets of these papers. */
export function BuildDossier({ caseId }: { readonly caseId: string }) {
  return (
    <Button variant="secondary" asChild>
      <Link to="/case/$caseId/dossiers/new" params={{ caseId }}>
        <Icon of={FolderOutput} />
        {dossierMessages.build}
      </Link>
    </Button>
  );
}
