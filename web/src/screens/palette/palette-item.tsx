import { Command } from "cmdk";
import type { LucideIcon } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import { classes } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { itemLook } from "#web/ui/popup-look.ts";

type PaletteGroupProps = { readonly heading: string; readonly children: ReactNode };

export function PaletteGroup({ heading, children }: PaletteGroupProps) {
  return (
    <Command.Group heading={<span className="block px-3 py-2 text-xs text-muted">{heading}</span>}>
      {children}
    </Command.Group>
  );
}

type PaletteItemProps = {
  readonly value: string;
  readonly icon?: LucideIcon;
  readonly mark?: ReactNode;
  /** Where it leads, for a new tab. */
  readonly link?: string;
  readonly onSelect: () => void;
  readonly children: ReactNode;
};

export function PaletteItem({ value, icon, mark, link, onSelect, children }: PaletteItemProps) {
  const openBeside = (event: MouseEvent) => {
    if (link === undefined || !(event.ctrlKey || event.metaKey)) return;
    event.stopPropagation();
    openInNewTab(link);
  };
  return (
    <Command.Item
      value={value}
      data-link={link}
      onSelect={onSelect}
      onClickCapture={openBeside}
      className={classes(itemLook, "min-h-10! gap-3! px-3! font-medium max-md:min-h-12!")}
    >
      {icon === undefined ? mark : <Icon of={icon} className="text-muted" />}
      {children}
    </Command.Item>
  );
}

export function openInNewTab(link: string): void {
  window.open(link, "_blank", "noopener");
}
