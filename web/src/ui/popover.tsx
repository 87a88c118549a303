import { Slot } from "radix-ui";
import { type ReactElement, type ReactNode, Suspense, useState } from "react";
import { FetchBoundary } from "./fetch-boundary.tsx";
import { fetched } from "./fetched.tsx";

export type PopoverProps = {
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
  readonly trigger: ReactElement;
  readonly label?: string;
  readonly id?: string;
  /** Inside a dialog: keeps the wheel and the focus in the popover. */
  readonly modal?: boolean;
  /** On phones it takes the whole screen, and Back closes it. */
  readonly fillsPhone?: boolean;
  readonly align?: "start" | "center" | "end";
  readonly className?: string;
  readonly children: ReactNode;
};

const PopoverBox = fetched(async () => (await import("./popover-box.tsx")).PopoverBox);

/** A box beside its button. What it takes to place it is fetched when the pointer or the focus comes near. */
export function Popover(props: PopoverProps) {
  const { open, onOpenChange, trigger } = props;
  const [ownOpen, setOwnOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const isOpen = open ?? ownOpen;
  if (isOpen && !wasOpened) setWasOpened(true);
  const change = (next: boolean) => {
    setOwnOpen(next);
    onOpenChange?.(next);
  };
  const closed = (
    <Slot.Root
      aria-haspopup="dialog"
      aria-expanded={false}
      onPointerEnter={PopoverBox.fetch}
      onFocus={PopoverBox.fetch}
      onClick={() => change(true)}
    >
      {trigger}
    </Slot.Root>
  );
  if (!wasOpened) return closed;
  const giveUp = () => {
    setWasOpened(false);
    change(false);
  };
  return (
    <FetchBoundary fallback={closed} onGiveUp={giveUp}>
      <Suspense fallback={closed}>
        <PopoverBox {...props} open={isOpen} onOpenChange={change} />
      </Suspense>
    </FetchBoundary>
  );
}
