import { Check, EllipsisVertical, Eye, TriangleAlert } from "lucide-react";
import type { Mark, UsableField, VerdictChoice } from "contract/reading-parts";
import { messages } from "#web/messages/messages.ts";
import { passportReadingTexts as texts } from "#web/messages/readings.ts";
import { Button } from "#web/ui/button.tsx";
import { DropdownMenu, MenuItem } from "#web/ui/dropdown-menu.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PlainIconButton } from "#web/ui/plain-icon-button.tsx";
import { type Tint, tintStyle } from "#web/ui/tint.ts";
import { useIsPhone } from "#web/ui/use-media.ts";
import { actionsOf, type ReadRow, type RowAction, shownValue } from "./reading-rows.ts";

export type RowHandlers = {
  readonly onDecide: (field: UsableField, choice: VerdictChoice) => void;
  /** Lines that were typed are used or left; there is nothing to set aside and no way back. */
  readonly onTakeBack?: (field: UsableField) => void;
  readonly onType?: () => void;
};

type ProposalTableProps = RowHandlers & {
  readonly rows: readonly ReadRow[];
  /** Used on this page. */
  readonly used: ReadonlySet<UsableField>;
  /** Decided so shortly before that it can be taken back. */
  readonly fresh: ReadonlySet<UsableField>;
  readonly pending: ReadonlySet<UsableField>;
};

/** Value by value: what the passport says beside what the portal knows. On phones each value is a card. */
export function ProposalTable(props: ProposalTableProps) {
  const isPhone = useIsPhone();
  return isPhone ? <ProposalCards {...props} /> : <ProposalGrid {...props} />;
}

/** Both values share what field and action leave. */
const widths = ["5.75rem", "auto", "auto", "6.5rem"];

function ProposalGrid({ rows, ...props }: ProposalTableProps) {
  const { columns } = texts;
  return (
    <table aria-label={texts.title} className="w-full table-fixed border-collapse text-xs">
      <colgroup>
        {widths.map((width, column) => (
          <col key={column} style={{ width }} />
        ))}
      </colgroup>
      <thead className="text-2xs text-muted">
        <tr>
          {[columns.field, columns.passport, columns.portal, columns.action].map((column) => (
            <th key={column} scope="col" className="pb-1 text-start font-medium">
              {column === columns.action ? <span className="sr-only">{column}</span> : column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name} className="border-t border-line" style={{ verticalAlign: "top" }}>
            <th scope="row" className="py-2 pe-2 text-start font-medium">
              {texts.fields[row.name]}
            </th>
            <td className="py-2 pe-2">
              <PassportValue row={row} />
            </td>
            <td className="py-2 pe-2">
              <PortalValue row={row} isReplaced={props.pending.has(row.name)} />
            </td>
            <td className="py-1.5">
              <RowState row={row} {...props} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ProposalCards({ rows, ...props }: ProposalTableProps) {
  return (
    <ul aria-label={texts.title} className="flex flex-col gap-2">
      {rows.map((row) => (
        <li key={row.name} className="rounded-md border border-line p-3 text-sm">
          <p className="font-medium">{texts.fields[row.name]}</p>
          <dl className="mt-1 grid grid-cols-2 gap-4">
            <div className="min-w-0">
              <dt className="text-2xs text-muted">{texts.columns.passport}</dt>
              <dd>
                <PassportValue row={row} />
              </dd>
            </div>
            <div className="min-w-0">
              <dt className="text-2xs text-muted">{texts.columns.portal}</dt>
              <dd>
                <PortalValue row={row} isReplaced={props.pending.has(row.name)} />
              </dd>
            </div>
          </dl>
          <div className="mt-2 empty:hidden">
            <RowState row={row} {...props} />
          </div>
        </li>
      ))}
    </ul>
  );
}

const markLooks: Record<Exclude<Mark, "absent">, Tint & { readonly icon: typeof Check }> = {
  right: { icon: Check, hue: 155 },
  by_eye: { icon: Eye, hue: 240, chroma: 0.25 },
  doubtful: { icon: TriangleAlert, hue: 48 },
};

function PassportValue({ row: { name, value, mark, text } }: { readonly row: ReadRow }) {
  if (mark === "absent") return <span>{text ?? texts.none}</span>;
  const { icon, ...tint } = markLooks[mark];
  return (
    <>
      <span className="block font-medium break-words tabular" dir="auto">
        {shownValue(name, value) ?? texts.none}
      </span>
      <span style={tintStyle(tint)} className="tinted mt-0.5 flex gap-1.5 text-2xs text-tint-ink">
        <Icon of={icon} size={12} className="mt-0.5 shrink-0" />
        {text ?? texts.marks[mark]}
      </span>
    </>
  );
}

type PortalValueProps = { readonly row: ReadRow; readonly isReplaced: boolean };

function PortalValue({ row: { name, current, compared }, isReplaced }: PortalValueProps) {
  const shown = shownValue(name, current);
  const said = compared === null ? undefined : texts.compared[compared];
  const isGoing = isReplaced && compared === "different" && shown !== null;
  return (
    <>
      <span className="block break-words tabular" dir="auto">
        {isGoing ? <del className="text-muted">{shown}</del> : (shown ?? texts.none)}
      </span>
      {said === undefined ? null : <span className="mt-0.5 block text-2xs text-muted">{said}</span>}
    </>
  );
}

type RowStateProps = Omit<ProposalTableProps, "rows"> & { readonly row: ReadRow };

function RowState({ row, used, fresh, pending, onDecide, onTakeBack, onType }: RowStateProps) {
  const { name, verdict, mark, compared } = row;
  const label = texts.fields[name];
  const isPending = pending.has(name);
  const isUsed = verdict === "taken" || (verdict === "open" && used.has(name));
  if (isUsed || verdict === "set_aside") {
    return (
      <span className="flex flex-wrap items-center gap-1 py-1.5 text-xs text-muted">
        {isUsed ? texts.used : texts.setAside}
        {fresh.has(name) && onTakeBack ? (
          <Button
            variant="ghost"
            size="sm"
            aria-label={texts.ofField(texts.undo, label)}
            pending={isPending}
            onClick={() => onTakeBack(name)}
          >
            {texts.undo}
          </Button>
        ) : null}
      </span>
    );
  }
  const actions = onTakeBack
    ? actionsOf(row)
    : actionsOf(row).filter(({ choice }) => choice === "use");
  if (mark === "doubtful" && compared !== "same" && onType) {
    return (
      <Button
        variant="secondary"
        size="sm"
        aria-label={texts.ofField(texts.typeIt, label)}
        onClick={onType}
      >
        {texts.typeIt}
      </Button>
    );
  }
  const [first, second] = actions;
  if (first === undefined) return null;
  const buttonOf = ({ label: action, choice }: RowAction) => (
    <Button
      variant="secondary"
      size="sm"
      data-open-action={name}
      aria-label={texts.ofField(action, label)}
      pending={isPending}
      onClick={() => onDecide(name, choice)}
    >
      {action}
    </Button>
  );
  return (
    <span className="flex flex-wrap items-center gap-1">
      {buttonOf(first)}
      {onTakeBack ? (
        <DropdownMenu
          trigger={
            <PlainIconButton
              size="xs"
              icon={EllipsisVertical}
              label={messages.ui.actionsFor(label)}
            />
          }
        >
          <MenuItem onSelect={() => onDecide(name, "set_aside")}>{texts.setAside}</MenuItem>
        </DropdownMenu>
      ) : null}
      {second === undefined ? null : buttonOf(second)}
    </span>
  );
}
