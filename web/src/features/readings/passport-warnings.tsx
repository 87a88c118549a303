import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { applicantsApi } from "contract/applicants";
import type { CaseDocument } from "contract/documents";
import type { PassportWarning } from "contract/readings";
import { read } from "#web/api/client.ts";
import { passportReadingTexts as texts } from "#web/messages/readings.ts";
import { Button } from "#web/ui/button.tsx";
import { WarningLine } from "#web/ui/warning-line.tsx";
import { useFileWith } from "./readings.queries.ts";

type PassportWarningsProps = {
  readonly warnings: readonly PassportWarning[];
  /** Lines that were typed belong to no document, and nothing can be filed elsewhere. */
  readonly document?: CaseDocument;
};

/** They refuse nothing; whoever decides should know. */
export function PassportWarnings({ warnings, document }: PassportWarningsProps) {
  return warnings.map((warning) => (
    <WarningLine
      key={`${warning.code} ${warning.text}`}
      action={
        warning.code === "wrong_person" && document !== undefined ? (
          <FileWith document={document} applicantId={warning.applicantId} />
        ) : undefined
      }
    >
      <WarningText warning={warning} />
    </WarningLine>
  ));
}

/** A case that is named is a link; whoever may not see it is told no name. */
function WarningText({ warning: { text, caseId } }: { readonly warning: PassportWarning }) {
  const place = caseId === undefined ? -1 : text.indexOf(caseId);
  if (caseId === undefined || place === -1) return text;
  return (
    <>
      {text.slice(0, place)}
      <Link to="/case/$caseId" params={{ caseId }} className="font-medium underline">
        {caseId}
      </Link>
      {text.slice(place + caseId.length)}
    </>
  );
}

type FileWithProps = {
  readonly document: CaseDocument;
  readonly applicantId: number | undefined;
};

function FileWith({ document, applicantId }: FileWithProps) {
  const { data: people } = useQuery(read(applicantsApi.list, { params: { id: document.caseId } }));
  const file = useFileWith(document);
  const other = people?.find(({ id }) => id === applicantId);
  if (other === undefined) return null;
  return (
    <Button
      variant="secondary"
      size="sm"
      className="max-w-full"
      pending={file.isPending}
      onClick={() => file.mutate(other)}
    >
      <span className="truncate">{texts.fileWith(other.fullName)}</span>
    </Button>
  );
}
