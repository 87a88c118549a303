import { Popover as Primitive } from "radix-ui";
import { useBackCloses } from "./back-closes.ts";
import { classes } from "./classes.ts";
import type { PopoverProps } from "./popover.tsx";
import { popupLook } from "./popup-look.ts";
import { useIsPhone } from "./use-media.ts";

type PopoverBoxProps = PopoverProps & Required<Pick<PopoverProps, "open" | "onOpenChange">>;

const wholeLook =
  "max-md:h-dvh max-md:max-h-none max-md:w-screen max-md:safe-x max-md:rounded-none max-md:border-0 max-md:bg-surface max-md:data-[state=open]:animate-fade-in";

/** A popover that has been opened once; see popover.tsx. */
export function PopoverBox({
  open,
  onOpenChange,
  trigger,
  label,
  id,
  modal,
  fillsPhone = false,
  align = "start",
  className,
  children,
}: PopoverBoxProps) {
  const isWhole = useIsPhone() && fillsPhone;
  useBackCloses(open && isWhole, () => onOpenChange(false));
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange} modal={isWhole || modal}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          id={id}
          aria-label={label}
          align={align}
          sideOffset={fillsPhone ? 8 : 4}
          collisionPadding={8}
          data-whole={fillsPhone || undefined}
          className={classes(popupLook, className, fillsPhone && wholeLook)}
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
