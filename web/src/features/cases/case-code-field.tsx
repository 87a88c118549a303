import { Check, Pencil, X } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import type { CaseFile } from "contract/cases";
import { messages } from "#web/messages/messages.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Input } from "#web/ui/input.tsx";
import { ownEscape } from "#web/ui/own-escape.ts";
import { toast } from "#web/ui/toast-store.ts";
import { useUpdateCode } from "./cases.queries.ts";

const texts = messages.cases.code;

type CaseCodeFieldProps = {
  readonly caseFile: CaseFile;
  readonly labelHidden?: boolean;
  readonly onChanged?: (caseCode: string) => void;
};

/** Shows the case id; with the pencil it becomes a field in which Enter saves and Escape cancels (C:65). */
export function CaseCodeField({ caseFile, labelHidden = false, onChanged }: CaseCodeFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const pencil = useRef<HTMLButtonElement>(null);
  const update = useUpdateCode();

  const leave = () => {
    setTyped(null);
    requestAnimationFrame(() => pencil.current?.focus());
  };
  const save = () => {
    const code = (typed ?? "").trim();
    if (code === "") {
      toast({ title: messages.cases.errorTitle, description: texts.empty, variant: "destructive" });
      return;
    }
    if (code === caseFile.caseId) return leave();
    update.mutate(
      { caseFile, caseCode: code },
      {
        onSuccess: (changed) => {
          leave();
          onChanged?.(changed.caseId);
        },
      },
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    // Enter does not send the form around this field.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Enter") save();
    else leave();
  };

  return (
    <div className="flex min-h-7 min-w-0 flex-1 items-center gap-2">
      {labelHidden ? null : <span className="text-sm text-muted">{texts.label}</span>}
      {typed === null ? (
        <>
          <span className="truncate text-sm font-medium tabular" title={caseFile.caseId}>
            {caseFile.caseId}
          </span>
          <IconButton
            ref={pencil}
            size="sm"
            icon={Pencil}
            label={texts.edit}
            // An open tooltip would take the Escape that is meant for the dialog around it.
            tooltip={false}
            onClick={() => setTyped(caseFile.caseId)}
          />
        </>
      ) : (
        <>
          <div className="max-w-52 min-w-0 flex-1">
            <Input
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just asked to edit it
              autoFocus
              {...ownEscape}
              aria-label={texts.label}
              value={typed}
              maxLength={50}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={onKeyDown}
            />
          </div>
          <IconButton icon={Check} label={texts.save} pending={update.isPending} onClick={save} />
          <IconButton icon={X} label={messages.ui.cancel} onClick={leave} />
        </>
      )}
    </div>
  );
}
