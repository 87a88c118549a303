import { Popover as Primitive } from "radix-ui";
import { classes } from "./classes.ts";
import type { PopoverProps } from "./popover.tsx";
import { popupLook } from "./popup-look.ts";

type PopoverBoxProps = PopoverProps & Required<Pick<PopoverProps, "open" | "onOpenChange">>;

/** A popover that has been opened once; see popover.tsx. */
export function PopoverBox({
  open,
  onOpenChange,
  trigger,
  label,
  id,
  modal,
  align = "start",
  className,
  children,
}: PopoverBoxProps) {
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange} modal={modal}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          id={id}
          aria-label={label}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className={classes(popupLook, className)}
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
