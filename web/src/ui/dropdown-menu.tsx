import type { LucideIcon } from "lucide-react";
import { DropdownMenu as Primitive } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import { itemLook, popupLook } from "./popup-look.ts";

type DropdownMenuProps = {
  readonly trigger: ReactElement;
  readonly align?: "start" | "center" | "end";
  /** For menus that are fetched when somebody opens them. */
  readonly defaultOpen?: boolean;
  /** For menus that open by more than their button. */
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
  /** On phones it comes from the bottom, as wide as the screen. */
  readonly isSheet?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
};

const sheetLook =
  "max-md:w-screen max-md:max-w-none max-md:rounded-b-none max-md:pb-[max(0.5rem,env(safe-area-inset-bottom))] max-md:data-[state=open]:animate-sheet-in";

export function DropdownMenu({
  trigger,
  align = "end",
  defaultOpen,
  open,
  onOpenChange,
  isSheet = false,
  className,
  children,
}: DropdownMenuProps) {
  return (
    <Primitive.Root modal={false} defaultOpen={defaultOpen} open={open} onOpenChange={onOpenChange}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          data-sheet={isSheet || undefined}
          className={classes(popupLook, "min-w-48 p-1", isSheet && sheetLook, className)}
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

type MenuItemProps = {
  readonly icon?: LucideIcon;
  readonly onSelect?: () => void;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** The child is a link and takes the look of the item. */
  readonly asChild?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
};

export function MenuItem({
  icon,
  onSelect,
  danger = false,
  disabled,
  asChild = false,
  className,
  children,
}: MenuItemProps) {
  const look = classes(
    itemLook,
    danger && "text-danger data-highlighted:bg-danger-soft",
    className,
  );
  if (asChild) {
    return (
      <Primitive.Item asChild disabled={disabled} className={look}>
        {children}
      </Primitive.Item>
    );
  }
  return (
    <Primitive.Item onSelect={onSelect} disabled={disabled} className={look}>
      {icon === undefined ? null : <Icon of={icon} className={danger ? undefined : "text-muted"} />}
      {children}
    </Primitive.Item>
  );
}

/** Says something about what the items below act upon. */
export function MenuLabel({ children }: { readonly children: ReactNode }) {
  return <Primitive.Label className="px-2.5 py-1.5 text-xs text-muted">{children}</Primitive.Label>;
}

export function MenuSeparator({ className }: { readonly className?: string }) {
  return <Primitive.Separator className={classes("mx-1 my-1 h-px bg-line", className)} />;
}
