import { FileUp } from "lucide-react";
import { useState } from "react";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { cardLook } from "#web/ui/card.tsx";
import { GroupHeader } from "#web/ui/group-header.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { QueryStates } from "#web/ui/query-states.tsx";
import { AgreementList } from "./agreement-list.tsx";
import { type CaseOfAgreements, useAgreements } from "./agreements.queries.ts";
import { UploadAgreementDialog } from "./upload-agreement-dialog.tsx";

const texts = messages.agreements;

type AgreementsSectionProps = { readonly caseFile: CaseOfAgreements; readonly mayRemove: boolean };

/** The collapsible list on the Invoices tab (C:61). */
export function AgreementsSection({ caseFile, mayRemove }: AgreementsSectionProps) {
  const agreements = useAgreements(caseFile);
  const [isOpen, setIsOpen] = useState(true);
  const [isUploading, setIsUploading] = useState(false);
  return (
    <section className={`${cardLook} mb-6 overflow-clip`}>
      <div className="flex flex-wrap items-center justify-between gap-3 px-5 py-2.5 max-md:gap-0 max-md:px-3">
        <GroupHeader
          open={isOpen}
          onOpenChange={setIsOpen}
          title={texts.title}
          count={agreements.data?.length}
          className="min-w-0 flex-1 basis-44"
        />
        <Button
          variant="secondary"
          size="sm"
          icon={<Icon of={FileUp} />}
          onClick={() => setIsUploading(true)}
        >
          {texts.upload}
        </Button>
      </div>
      {isOpen ? (
        <div className="border-t border-line">
          <QueryStates of={agreements} texts={texts} lines={1} />
          {agreements.data?.length === 0 ? (
            <p className="px-5 py-6 text-center text-sm text-muted">{texts.none}</p>
          ) : null}
          {agreements.data && agreements.data.length > 0 ? (
            <AgreementList caseFile={caseFile} agreements={agreements.data} mayRemove={mayRemove} />
          ) : null}
        </div>
      ) : null}
      <UploadAgreementDialog caseFile={caseFile} open={isUploading} onOpenChange={setIsUploading} />
    </section>
  );
}
