import { History } from "lucide-react";
import type { Rule, RuleChange } from "contract/rules";
import { displayNameOf } from "#web/format/person.ts";
import { formatDateTime } from "#web/format/time.ts";
import { messages } from "#web/messages/messages.ts";
import { programMessages } from "#web/messages/programs.ts";
import { QueryStates } from "#web/ui/query-states.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import { useRuleChanges } from "./rules.queries.ts";

const texts = programMessages.history;
const fieldNames: Readonly<Record<string, string>> = {
  label: programMessages.panel.label,
  dueFrom: programMessages.panel.dueFrom,
  providedBy: programMessages.panel.providedBy,
  clauses: programMessages.panel.clauses,
  quantityMin: programMessages.panel.quantityMin,
  quantityMax: programMessages.panel.quantityMax,
  residenceMonths: programMessages.panel.residenceMonths,
  coveredBy: programMessages.panel.coveredBy,
  validityBasis: programMessages.panel.basis,
  validityDays: programMessages.panel.days,
  warnDays: programMessages.panel.warnDays,
  judgedOn: programMessages.panel.judgedOn,
  form: programMessages.panel.form,
  help: programMessages.panel.help,
  note: programMessages.panel.note,
  sampleId: programMessages.panel.sample,
};

/** Who changed a rule, when and how; the newest first. */
export function RuleHistory({ rule }: { readonly rule: Rule }) {
  const changes = useRuleChanges(rule);
  if (changes.data === undefined) return <QueryStates of={changes} texts={texts} />;
  if (changes.data.length === 0) return <EmptyState icon={History} title={texts.none} />;
  return (
    <ol className="flex flex-col gap-4">
      {changes.data.map((change) => (
        <ChangeLine key={`${change.at} ${change.kind}`} change={change} />
      ))}
    </ol>
  );
}

function ChangeLine({ change: { at, person, kind, changes } }: { readonly change: RuleChange }) {
  const name = person === null ? messages.users.deletedUser : displayNameOf(person);
  return (
    <li className="text-sm">
      <p>
        <span className="font-medium" dir="auto">
          {name}
        </span>{" "}
        {texts.kinds[kind]}
      </p>
      <time dateTime={at} className="block text-xs text-muted">
        {formatDateTime(at)}
      </time>
      {kind === "changed" ? (
        <ul className="mt-1.5 flex flex-col gap-0.5 text-xs">
          {Object.entries(changes).map(([field, { from, to }]) => (
            <li key={field} className="break-words">
              {texts.line(fieldNames[field] ?? field, written(from), written(to))}
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}

function written(value: unknown): string {
  if (value === null || value === undefined || value === "") return texts.nothing;
  return typeof value === "string" ? `“${value}”` : JSON.stringify(value);
}
