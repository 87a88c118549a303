import { Pencil } from "lucide-react";
import type { Rule } from "contract/rules";
import { programMessages as texts } from "#web/messages/programs.ts";
import { cardLook } from "#web/ui/card.tsx";
import { PlainIconButton } from "#web/ui/plain-icon-button.tsx";
import { Cell, HeadCell, Row, Table, TableHead } from "#web/ui/table.tsx";
import { useIsPhone } from "#web/ui/use-media.ts";
import { neededOf, statusText, windowText } from "./rule-texts.ts";

type RuleTableProps = {
  readonly label: string;
  readonly rules: readonly Rule[];
  readonly onOpen: (id: Rule["id"]) => void;
};

export function RuleTable({ label, rules, onOpen }: RuleTableProps) {
  const isPhone = useIsPhone();
  if (isPhone) return <RuleCards label={label} rules={rules} onOpen={onOpen} />;
  const { columns } = texts;
  return (
    <Table label={label} minWidth="56rem" className="table-fixed">
      <TableHead>
        <tr>
          <HeadCell>{columns.document}</HeadCell>
          <HeadCell className="w-56">{columns.neededOf}</HeadCell>
          <HeadCell className="w-28">{columns.from}</HeadCell>
          <HeadCell className="w-18">{columns.files}</HeadCell>
          <HeadCell className="w-52">{columns.window}</HeadCell>
          <HeadCell className="w-28">{columns.givenBy}</HeadCell>
          <HeadCell className="w-16">
            <span className="sr-only">{columns.actions}</span>
          </HeadCell>
        </tr>
      </TableHead>
      <tbody>
        {rules.map((rule) => (
          <Row key={rule.id}>
            <Cell>
              <button
                type="button"
                onClick={() => onOpen(rule.id)}
                className="prints max-w-full rounded-sm py-1 text-start font-medium break-words hover:underline"
              >
                {rule.label}
              </button>
            </Cell>
            <Cell className="text-muted">{neededOf(rule)}</Cell>
            <Cell className="text-muted">{statusText(rule)}</Cell>
            <Cell className="text-muted tabular">
              {texts.files(rule.quantityMin, rule.quantityMax)}
            </Cell>
            <Cell className="text-muted">{windowText(rule)}</Cell>
            <Cell className="text-muted">{texts.providers[rule.providedBy]}</Cell>
            <Cell align="end">
              <PlainIconButton
                size="sm"
                icon={Pencil}
                label={texts.edit(rule.label)}
                onClick={() => onOpen(rule.id)}
              />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function RuleCards({ label, rules, onOpen }: RuleTableProps) {
  return (
    <ul aria-label={label} className={`${cardLook} divide-y divide-line`}>
      {rules.map((rule) => (
        <li key={rule.id}>
          <button
            type="button"
            onClick={() => onOpen(rule.id)}
            className="flex min-h-15 w-full flex-col gap-0.5 px-4 py-2.5 text-start"
          >
            <span className="text-base/5 font-medium">{rule.label}</span>
            <span className="text-xs text-muted">
              {[neededOf(rule), statusText(rule), windowText(rule)]
                .filter((text) => text !== texts.noWindow)
                .join(" · ")}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
