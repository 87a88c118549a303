import { useState } from "react";
import { countries } from "contract/countries";
import type { CaseDocument } from "contract/documents";
import { messages } from "#web/messages/messages.ts";
import { Combobox } from "#web/ui/combobox.tsx";
import { DateInput } from "#web/ui/date-input.tsx";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { useSetDates } from "./documents.queries.ts";
import { furthestDay } from "./furthest-day.ts";

const texts = messages.documents.datesDialog;
const NO_COUNTRY = "none";

const options = [
  { value: NO_COUNTRY, label: texts.noCountry },
  ...countries.map(({ alpha3, country }) => ({ value: alpha3 as string, label: country })),
];

type DatesDialogProps = {
  readonly caseCode: string;
  /** null closes the dialog. */
  readonly document: CaseDocument | null;
  readonly onClose: () => void;
};

export function DatesDialog({ document, ...rest }: DatesDialogProps) {
  return document === null ? null : <OpenDialog key={document.id} document={document} {...rest} />;
}

/** When a document was issued, until when it is good, and of which country it is. */
function OpenDialog({
  caseCode,
  document,
  onClose,
}: DatesDialogProps & { readonly document: CaseDocument }) {
  const [issuedOn, setIssuedOn] = useState(document.issuedOn ?? "");
  const [expiresOn, setExpiresOn] = useState(document.expiresOn ?? "");
  const [country, setCountry] = useState(document.country ?? NO_COUNTRY);
  const save = useSetDates(caseCode);
  const dates = {
    issuedOn: issuedOn === "" ? null : issuedOn,
    expiresOn: expiresOn === "" ? null : expiresOn,
    country: country === NO_COUNTRY ? null : country,
  };
  const isChanged = (["issuedOn", "expiresOn", "country"] as const).some(
    (name) => dates[name] !== document[name],
  );
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={onClose}
      busy={save.isPending}
      unsaved={isChanged}
      title={texts.title}
      description={
        <span className="line-clamp-2 break-words" dir="auto">
          {document.originalName}
        </span>
      }
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ document, dates }, { onSuccess: onClose });
      }}
      footer={
        <DialogButtons
          onCancel={onClose}
          isPending={save.isPending}
          disabled={!isChanged}
          submit={texts.submit}
          pendingText={texts.pending}
        />
      }
    >
      <div className="flex flex-col gap-5">
        <Field label={texts.issuedOn}>
          <DateInput value={issuedOn} onValueChange={setIssuedOn} />
        </Field>
        <Field label={texts.expiresOn}>
          <DateInput value={expiresOn} onValueChange={setExpiresOn} max={furthestDay()} />
        </Field>
        <Field label={texts.country}>
          <Combobox value={country} onValueChange={setCountry} options={options} />
        </Field>
      </div>
    </Dialog>
  );
}
