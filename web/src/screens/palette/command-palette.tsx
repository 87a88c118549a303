import { Dialog } from "radix-ui";
import { messages } from "#web/messages/messages.ts";
import { useBackCloses } from "#web/ui/back-closes.ts";
import { classes } from "#web/ui/classes.ts";
import { overlayLook } from "#web/ui/dialog.tsx";
import { PaletteList, type PaletteListProps } from "./palette-list.tsx";

type PaletteProps = Omit<PaletteListProps, "close"> & {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly returnFocus: (event: Event) => void;
};

/** Ctrl/Cmd+K: any page, and anything one may see, by two words of it. */
export function CommandPalette({ open, onOpenChange, returnFocus, ...list }: PaletteProps) {
  useBackCloses(open, () => onOpenChange(false));
  const clearFirst = (event: KeyboardEvent) => {
    if (list.search === "") return;
    event.preventDefault();
    list.onSearchChange("");
  };
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className={classes(overlayLook, "backdrop-blur-none!")} />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          onEscapeKeyDown={clearFirst}
          className="fixed inset-x-0 top-[14dvh] z-50 mx-auto flex w-[calc(100vw-2rem)] max-w-160 flex-col overflow-hidden rounded-xl bg-raised text-ink shadow-overlay outline-none data-[state=open]:animate-dialog-in max-md:inset-y-0 max-md:w-full max-md:max-w-none max-md:rounded-none"
        >
          <Dialog.Title className="sr-only">{messages.shell.jump.title}</Dialog.Title>
          <PaletteList {...list} close={() => onOpenChange(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
