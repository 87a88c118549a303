import { useState } from "react";
import { passportReadingTexts as texts } from "#web/messages/readings.ts";
import { Button } from "#web/ui/button.tsx";
import { Deferred } from "#web/ui/deferred.tsx";
import { fetched } from "#web/ui/fetched.tsx";
import type { PersonOfLines, TypedLinesDialogProps } from "./typed-lines-dialog.tsx";

const TypedLinesDialog = fetched(
  async () => (await import("./typed-lines-dialog.tsx")).TypedLinesDialog,
);

type TypedLinesProps = TypedLinesDialogProps & { readonly isOpen: boolean };

/** The dialog is fetched when somebody opens it. */
export function TypedLines({ isOpen, ...props }: TypedLinesProps) {
  return (
    <Deferred needed={isOpen} onGiveUp={props.onClose}>
      {isOpen ? <TypedLinesDialog {...props} /> : null}
    </Deferred>
  );
}

type TypeLinesProps = { readonly caseId: number; readonly person: PersonOfLines };

/** For a person whose passport no picture shows well. */
export function TypeLines({ caseId, person }: TypeLinesProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => setOpen(true)}>
        {texts.typeLines}
      </Button>
      <TypedLines isOpen={isOpen} caseId={caseId} person={person} onClose={() => setOpen(false)} />
    </>
  );
}
