import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { applicantsApi } from "contract/applicants";
import type { CaseDocument } from "contract/documents";
import { askedAgain } from "contract/reading-parts";
import type { PassportWarning } from "contract/readings";
import { read } from "#web/api/client.ts";
import { passportReadingTexts as texts } from "#web/messages/readings.ts";
import { Button } from "#web/ui/button.tsx";
import { useMedia } from "#web/ui/use-media.ts";
import { WarningLine } from "#web/ui/warning-line.tsx";
import { useFileWith } from "./readings.queries.ts";

type PassportWarningsProps = {
  readonly warnings: readonly PassportWarning[];
  /** Lines that were typed belong to no document, and nothing can be filed elsewhere. */
  readonly document?: CaseDocument;
};

/** The desk has the paper above the panel then, and little room for either. */
const NARROW = "screen and (max-width: 1023.98px)";
/** The gravest come first. */
const ALWAYS_SHOWN = 2;
const MOST_SHOWN = 3;

/** They refuse nothing; whoever decides should know. In a narrow window the lesser ones wait behind a button. */
export function PassportWarnings({ warnings, document }: PassportWarningsProps) {
  const isNarrow = useMedia(NARROW);
  const [areAllShown, setAllShown] = useState(false);
  const first = warnings.filter(isAlwaysShown);
  const isLong = isNarrow && warnings.length > MOST_SHOWN && first.length < warnings.length;
  const shown = isLong && !areAllShown ? first : warnings;
  return (
    <>
      {shown.map((warning) => (
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
      ))}
      {isLong ? (
        <div>
          <Button
            variant="ghost"
            size="sm"
            aria-expanded={areAllShown}
            onClick={() => setAllShown(!areAllShown)}
          >
            {areAllShown ? texts.fewerWarnings : texts.moreWarnings(warnings.length - first.length)}
          </Button>
        </div>
      ) : null}
    </>
  );
}

/** Also what is asked once more before the passport is accepted, and how long it is valid. */
function isAlwaysShown({ code }: PassportWarning, place: number): boolean {
  return (
    place < ALWAYS_SHOWN || code === "expires_soon" || askedAgain.some((asked) => asked === code)
  );
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
