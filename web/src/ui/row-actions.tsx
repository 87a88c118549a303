import { EllipsisVertical, type LucideIcon } from "lucide-react";
import { messages } from "#web/messages/messages.ts";
import { DropdownMenu, MenuItem } from "./dropdown-menu.tsx";
import { PlainIconButton } from "./plain-icon-button.tsx";
import { useIsPhone } from "./use-media.ts";

export type RowAction = {
  readonly icon: LucideIcon;
  /** Names the action and what it is done to. */
  readonly label: string;
  readonly onSelect: () => void;
  readonly isDanger?: boolean;
  readonly isPending?: boolean;
};

type RowActionsProps = {
  /** What the line is about. */
  readonly name: string;
  readonly actions: readonly RowAction[];
};

/** What can be done with a line. On phones the first is in sight and the rest behind one more, so that no thumb deletes by mistake. */
export function RowActions({ name, actions }: RowActionsProps) {
  const isPhone = useIsPhone();
  const isHarmlessPair = actions.length <= 2 && !actions.some(({ isDanger }) => isDanger);
  const [first, ...others] = actions;
  const inSight = !isPhone || isHarmlessPair || first === undefined ? actions : [first];
  const behind = inSight === actions ? [] : others;
  return (
    <span className="inline-flex shrink-0 items-center gap-0.5 max-md:gap-5">
      {inSight.map(({ icon, label, onSelect, isDanger = false, isPending }, place) => (
        <PlainIconButton
          // A label changes with the name that it holds; the button stays, and with it the focus.
          key={place}
          size="sm"
          look={isDanger ? "danger" : "ghost"}
          icon={icon}
          label={label}
          pending={isPending}
          onClick={onSelect}
        />
      ))}
      {behind.length > 0 ? (
        <DropdownMenu
          trigger={
            <PlainIconButton
              size="sm"
              icon={EllipsisVertical}
              label={messages.ui.actionsFor(name)}
              pending={behind.some(({ isPending }) => isPending)}
            />
          }
        >
          {behind.map(({ icon, label, onSelect, isDanger, isPending }) => (
            <MenuItem
              key={label}
              icon={icon}
              danger={isDanger}
              disabled={isPending}
              onSelect={onSelect}
              className="max-md:min-h-11"
            >
              {label}
            </MenuItem>
          ))}
        </DropdownMenu>
      ) : null}
    </span>
  );
}
