import type { ReactNode } from "react";
import { searchMessages as text } from "#web/messages/search.ts";
import { Kbd } from "#web/ui/kbd.tsx";

/** Which keys do what, and the letters that ask for one kind alone. */
export function PaletteFoot() {
  const { keys } = text;
  return (
    <div className="flex h-9 items-center gap-4 border-t border-line bg-canvas px-4 text-2xs text-muted max-md:hidden">
      <Key name={keys.move}>↑↓</Key>
      <Key name={keys.open}>↵</Key>
      <Key name={keys.newTab}>Ctrl ↵</Key>
      <Key name={keys.nextKind}>Tab</Key>
      <Key name={keys.close}>Esc</Key>
    </div>
  );
}

function Key({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <span className="flex items-center gap-1.5 whitespace-nowrap">
      <Kbd>{children}</Kbd>
      {name}
    </span>
  );
}
