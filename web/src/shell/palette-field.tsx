import type { KeyboardEvent } from "react";
import { messages } from "#web/messages/messages.ts";
import { SpinnerRing } from "#web/ui/spinner.tsx";
import type { usePalette } from "./use-palette.ts";

const text = messages.shell.jump;

type PaletteFieldProps = { readonly palette: ReturnType<typeof usePalette> };

/** The palette's field, until the palette is there: what is typed at once is not lost. */
export function PaletteField({ palette }: PaletteFieldProps) {
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    palette.change(false);
    palette.returnFocus(event.nativeEvent);
  };
  return (
    <div className="fixed inset-0 z-50 bg-scrim">
      <div className="fixed inset-x-0 top-[14dvh] mx-auto flex h-13 w-[calc(100vw-2rem)] max-w-160 items-center gap-3 rounded-xl bg-raised px-4 text-ink shadow-overlay max-md:top-0 max-md:w-full max-md:max-w-none max-md:rounded-none">
        <SpinnerRing className="size-4.5 text-muted" />
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- somebody has just asked for it, and types
          autoFocus
          aria-label={text.title}
          value={palette.search}
          placeholder={text.placeholder}
          onChange={(event) => palette.setSearch(event.target.value)}
          onKeyDown={closeOnEscape}
          className="h-full w-full bg-transparent text-md outline-none"
        />
      </div>
    </div>
  );
}
