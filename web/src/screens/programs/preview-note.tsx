import { Link } from "@tanstack/react-router";
import type { RulePreview } from "contract/rules";
import { programMessages } from "#web/messages/programs.ts";

const texts = programMessages.preview;

/** What saving would change, with a few of the cases. */
export function PreviewNote({ preview }: { readonly preview: RulePreview }) {
  const { openCases, changedCases, itemsAdded, itemsRemoved, itemsChanged, examples } = preview;
  return (
    <div role="status" className="rounded-md bg-sunken px-3.5 py-2.5 text-sm">
      {changedCases === 0 ? (
        <p>{texts.none(openCases)}</p>
      ) : (
        <p>
          {texts.changes(changedCases, openCases)}:{" "}
          {texts.counts(itemsAdded, itemsRemoved, itemsChanged)}
        </p>
      )}
      {examples.length === 0 ? null : (
        <ul aria-label={texts.examples} className="mt-1.5 flex flex-wrap gap-x-3 text-xs">
          {examples.map(({ caseId, title }) => (
            <li key={caseId}>
              <Link
                to="/case/$caseId/checklist"
                params={{ caseId }}
                target="_blank"
                title={title}
                className="inline-block rounded-xs py-1 font-medium text-accent hover:underline"
              >
                {caseId}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
