import { acceptsName, uploadRules } from "contract/files";
import { messages } from "#web/messages/messages.ts";
import { Dropzone, FileList } from "#web/ui/dropzone.tsx";
import { toast } from "#web/ui/toast-store.ts";

const texts = messages.cases.createDialog;
const rule = uploadRules.serviceAgreementPdf;

type AgreementPickProps = {
  readonly file: File | null;
  readonly onPick: (file: File | null) => void;
};

/** One PDF, checked before it is sent (C:146, D-068). */
export function AgreementPick({ file, onPick }: AgreementPickProps) {
  if (file) return <FileList files={[file]} onRemove={() => onPick(null)} />;
  return (
    <Dropzone
      extensions={rule.extensions}
      hint={texts.agreementHint}
      onFiles={([picked]) => {
        const problem = picked ? problemOf(picked) : null;
        if (problem) toast({ ...problem, variant: "destructive" });
        else if (picked) onPick(picked);
      }}
    />
  );
}

function problemOf(file: File): { title: string; description: string } | null {
  if (!acceptsName(rule, file.name))
    return { title: texts.invalidFile, description: texts.selectPdf };
  if (file.size >= rule.maxBytes)
    return { title: messages.cases.errorTitle, description: texts.fileTooLarge };
  return null;
}
