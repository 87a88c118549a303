import { type FormEvent, useState } from "react";
import { type Scope, scopeLabels, scopes } from "contract/scopes";
import { MAX_TOKEN_DAYS, MAX_TOKEN_NAME, USUAL_TOKEN_DAYS } from "contract/tokens";
import { formatDate } from "#web/format/time.ts";
import { tokenMessages as texts } from "#web/messages/tokens.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field, FieldGroup } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import type { Made } from "./secret-dialog.tsx";
import { useCreateToken } from "./tokens.queries.ts";

const DAY_MS = 86_400_000;
const lives = [7, 30, USUAL_TOKEN_DAYS, 180, MAX_TOKEN_DAYS];

type CreateTokenDialogProps = {
  readonly onCreated: (made: Made) => void;
  readonly onClose: () => void;
};

export function CreateTokenDialog({ onCreated, onClose }: CreateTokenDialogProps) {
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<readonly Scope[]>([]);
  const [days, setDays] = useState(USUAL_TOKEN_DAYS);
  const [wasSent, setWasSent] = useState(false);
  const create = useCreateToken();
  const isNamed = name.trim() !== "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setWasSent(true);
    if (!isNamed || chosen.length === 0) return;
    const body = { name, scopes: scopes.filter((scope) => chosen.includes(scope)), days };
    create.mutate(body, {
      onSuccess: ({ token, secret }) => onCreated({ name: token.name, secret }),
    });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="md"
      busy={create.isPending}
      unsaved={isNamed || chosen.length > 0}
      title={texts.create}
      onSubmit={submit}
      footer={
        <DialogButtons
          onCancel={onClose}
          isPending={create.isPending}
          submit={texts.create}
          pendingText={texts.creating}
        />
      }
    >
      <div className="flex flex-col gap-5">
        <Field
          label={texts.name}
          hint={texts.nameHint}
          error={wasSent && !isNamed ? texts.nameMissing : undefined}
          required
        >
          <Input
            value={name}
            maxLength={MAX_TOKEN_NAME}
            dir="auto"
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <FieldGroup
          label={texts.may}
          error={wasSent && chosen.length === 0 ? texts.mayMissing : undefined}
        >
          <Scopes chosen={chosen} onChoose={setChosen} />
        </FieldGroup>
        <Field label={texts.ends}>
          <Select
            value={String(days)}
            onValueChange={(value) => setDays(Number(value))}
            options={lives.map((life) => ({
              value: String(life),
              label: texts.afterDays(life, dayIn(life)),
            }))}
          />
        </Field>
      </div>
    </Dialog>
  );
}

type ScopesProps = {
  readonly chosen: readonly Scope[];
  readonly onChoose: (scopes: readonly Scope[]) => void;
};

function Scopes({ chosen, onChoose }: ScopesProps) {
  return (
    <div className="grid grid-cols-2 gap-x-4 max-md:grid-cols-1">
      {scopes.map((scope) => (
        <Checkbox
          key={scope}
          checked={chosen.includes(scope)}
          onCheckedChange={(isChosen) =>
            onChoose(isChosen ? [...chosen, scope] : chosen.filter((other) => other !== scope))
          }
        >
          {scopeLabels[scope]}
        </Checkbox>
      ))}
    </div>
  );
}

function dayIn(days: number): string {
  return formatDate(new Date(Date.now() + days * DAY_MS).toISOString());
}
