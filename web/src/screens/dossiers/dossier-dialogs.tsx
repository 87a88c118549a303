import { useState } from "react";
import { dossierMessages } from "contract/dossier-parts";
import type { Dossier } from "contract/dossiers";
import { useHandIn, useRemoveDossier } from "#web/features/dossiers/dossiers.queries.ts";
import { bureauDay } from "#web/format/time.ts";
import { dossierMessages as texts } from "#web/messages/dossiers.ts";
import { Button } from "#web/ui/button.tsx";
import { DateInput } from "#web/ui/date-input.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Textarea } from "#web/ui/textarea.tsx";

type DialogProps = { readonly dossier: Dossier; readonly onClose: () => void };

const SHORTEST_REASON = 10;

export function HandInDialog({ dossier, onClose }: DialogProps) {
  const { id, version } = dossier;
  const [today] = useState(() => bureauDay(new Date()));
  const [day, setDay] = useState(dossier.handedInOn ?? today);
  const [reference, setReference] = useState(dossier.authorityReference ?? "");
  const handIn = useHandIn();
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={onClose}
      title={texts.handIn}
      busy={handIn.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        const body = { handedInOn: day || null, authorityReference: reference || null };
        handIn.mutate({ id, version, body }, { onSuccess: onClose });
      }}
      footer={
        <Button type="submit" pending={handIn.isPending}>
          {texts.save}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label={texts.handedInOn}>
          <DateInput value={day} onValueChange={setDay} max={today} />
        </Field>
        <Field label={texts.facts.reference}>
          <Input
            value={reference}
            maxLength={100}
            onChange={(event) => setReference(event.target.value)}
          />
        </Field>
      </div>
    </Dialog>
  );
}

export function RemoveDialog({ dossier: { id, number }, onClose }: DialogProps) {
  const [reason, setReason] = useState("");
  const [isAsked, setAsked] = useState(false);
  const remove = useRemoveDossier();
  const isShort = reason.trim().length < SHORTEST_REASON;
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={onClose}
      title={`${texts.remove}: ${texts.named(number)}`}
      description={texts.removeHint}
      busy={remove.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (!isShort) remove.mutate({ id, reason: reason.trim() }, { onSuccess: onClose });
      }}
      footer={
        <Button type="submit" variant="danger" pending={remove.isPending}>
          {texts.remove}
        </Button>
      }
    >
      <Field
        label={texts.removeReason}
        error={isAsked && isShort ? dossierMessages.whyRemoved : undefined}
        required
      >
        <Textarea value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </Dialog>
  );
}
