import type { DossierPlan, MissingPaper } from "contract/dossier-plans";
import { checklistMessages } from "#web/messages/checklist.ts";
import { dossierMessages } from "#web/messages/dossiers.ts";
import { SectionCard } from "#web/ui/card.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { type DossierDraft, refusedIn } from "./use-dossier-draft.ts";

const texts = dossierMessages.steps;

type MissingPapersProps = { readonly draft: DossierDraft; readonly plan: DossierPlan };

/** What is missing and what stands in the way, each with its choice. */
export function MissingPapers({ draft, plan }: MissingPapersProps) {
  const refused = refusedIn(plan);
  const others = plan.problems.filter((problem) => !refused.includes(problem));
  return (
    <div className="flex flex-col gap-4">
      <SectionCard title={texts.whatIsMissing(plan.missing.length)}>
        {plan.missing.length === 0 ? (
          <p className="text-sm text-muted">{texts.nothingMissing}</p>
        ) : (
          <ul className="flex flex-col gap-3 text-sm">
            {plan.missing.map((paper) => (
              <Missing key={paper.key} paper={paper} draft={draft} />
            ))}
          </ul>
        )}
      </SectionCard>
      {plan.problems.length > 0 ? (
        <SectionCard title={texts.problems}>
          <ul className="flex flex-col gap-3 text-sm">
            {refused.map(({ documentId, fileName, text }) => (
              <li key={documentId}>
                <p className="wrap-anywhere">{fileName}</p>
                <p className="text-xs text-muted">{text}</p>
                <LeaveOut id={String(documentId)} name={fileName} draft={draft} />
              </li>
            ))}
            {others.map(({ documentId, fileName, text }, index) => (
              <li key={documentId ?? `name-${index}`}>
                <p className="wrap-anywhere">{fileName}</p>
                <p className="text-xs text-muted">{text}</p>
              </li>
            ))}
          </ul>
        </SectionCard>
      ) : null}
    </div>
  );
}

function Missing({ paper, draft }: { readonly paper: MissingPaper; readonly draft: DossierDraft }) {
  const { key, label, person, state, documentIds } = paper;
  return (
    <li>
      <p>
        {label} <bdi className="text-muted">{person}</bdi>
      </p>
      <p className="text-xs text-muted">{checklistMessages.staffStates[state]}</p>
      <LeaveOut id={key} name={label} draft={draft} />
      {documentIds.length > 0 ? (
        <Checkbox
          checked={false}
          onCheckedChange={() => {
            draft.leaveOut(key, false);
            draft.tick([...draft.ticked, ...documentIds]);
          }}
        >
          {texts.putIn}
        </Checkbox>
      ) : null}
    </li>
  );
}

type LeaveOutProps = { readonly id: string; readonly name: string; readonly draft: DossierDraft };

function LeaveOut({ id, draft }: LeaveOutProps) {
  return (
    <Checkbox
      checked={draft.leftOut.has(id)}
      onCheckedChange={(isOut) => draft.leaveOut(id, isOut)}
    >
      {texts.leaveOut}
    </Checkbox>
  );
}
