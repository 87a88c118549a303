import { useState } from "react";
import { acceptsName, uploadRules } from "contract/files";
import { messages } from "#web/messages/messages.ts";
import { Dropzone } from "#web/ui/dropzone.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { QueryStates } from "#web/ui/query-states.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { AgreementList } from "./agreement-list.tsx";
import { type CaseOfAgreements, useAgreements, useUploadAgreement } from "./agreements.queries.ts";

const texts = messages.agreements;
const rule = uploadRules.serviceAgreementPdf;

/** The dashboard's way to a service agreement: PDF only (C:146, D-067). */
export function AgreementEditor({ caseFile }: { readonly caseFile: CaseOfAgreements }) {
  const agreements = useAgreements(caseFile);
  const [share, setShare] = useState(0);
  const send = useUploadAgreement(caseFile, "pdf");
  const pick = ([file]: readonly File[]) => {
    if (file === undefined) return;
    const problem = problemOf(file);
    if (problem) toast({ ...problem, variant: "destructive" });
    else send.mutate({ file, onProgress: setShare });
  };
  return (
    <div className="flex flex-col gap-4">
      <Dropzone
        label={texts.upload}
        extensions={rule.extensions}
        hint={messages.cases.createDialog.agreementHint}
        disabled={send.isPending}
        onFiles={pick}
      />
      {send.isPending ? <ProgressBar share={share} label={texts.dialog.pending} /> : null}
      <QueryStates of={agreements} texts={texts} lines={1} />
      {agreements.data?.length === 0 ? (
        <p className="py-4 text-center text-sm text-muted">{texts.noneInDialog}</p>
      ) : null}
      {agreements.data && agreements.data.length > 0 ? (
        <div className="rounded-lg border border-line">
          <AgreementList caseFile={caseFile} agreements={agreements.data} mayRemove />
        </div>
      ) : null}
    </div>
  );
}

function problemOf(file: File): { title: string; description: string } | null {
  if (!acceptsName(rule, file.name))
    return { title: texts.dialog.badTypeTitle, description: texts.dialog.selectPdf };
  return file.size >= rule.maxBytes
    ? { title: texts.errorTitle, description: texts.dialog.tooLarge }
    : null;
}
