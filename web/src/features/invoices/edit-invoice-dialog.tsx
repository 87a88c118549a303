import { type FormEvent, useState } from "react";
import { type Invoice, invoiceStatuses, type InvoiceStatus } from "contract/invoices";
import { ApiError } from "#web/api/api-error.ts";
import { formatMoney } from "#web/format/money.ts";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Combobox } from "#web/ui/combobox.tsx";
import { DateInput } from "#web/ui/date-input.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { Notice } from "#web/ui/states.tsx";
import { WaitingHint } from "#web/ui/waiting-hint.tsx";
import type { InvoiceCases } from "./invoice-cases.ts";
import { LATEST_DAY } from "./invoice-forms.ts";
import { useUpdateInvoice } from "./invoices.queries.ts";
import { ReadOnlyValue } from "./read-only-value.tsx";
import { UploadedFiles } from "./uploaded-files.tsx";

const texts = messages.invoices.edit;
const { fields, noCases, searchCases } = messages.invoices.create;

type EditInvoiceDialogProps = {
  readonly cases: InvoiceCases;
  readonly invoice: Invoice;
  readonly onClose: () => void;
};

type Draft = { caseId: number; status: InvoiceStatus; invoiceId: string; date: string };

export function EditInvoiceDialog({ cases, invoice, onClose }: EditInvoiceDialogProps) {
  const [draft, setDraft] = useState<Draft>(() => draftOf(invoice));
  // The list goes on living behind the dialog: what is saved was made of the invoice as it was opened.
  const [opened, setOpened] = useState<Invoice | null>(invoice);
  const [problem, setProblem] = useState<string | null>(null);
  const [hasConflict, setHasConflict] = useState(false);
  const update = useUpdateInvoice();
  const own = { ...invoice.case, id: invoice.caseId };
  const [picked, setPicked] = useState<InvoiceCases["found"][number]>(own);
  // The fee of a case that was picked stands in the case itself, which is read first.
  const chosen = [cases.chosen, own].find((caseFile) => caseFile?.id === draft.caseId);
  const pick = (id: string) => {
    const found = cases.found.find((caseFile) => String(caseFile.id) === id);
    if (found === undefined) return;
    setPicked(found);
    setDraft({ ...draft, caseId: found.id });
    cases.pick(found.caseId);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (draft.invoiceId.trim() === "") {
      setProblem(texts.codeRequired);
      return;
    }
    // The dialog shows only some fields; the call carries the others as they are (D-020).
    const { stage, currency, usdFee, rate } = invoice;
    const wanted = { ...draft, invoiceId: draft.invoiceId.trim() };
    update.mutate(
      {
        invoice,
        version: opened?.version ?? invoice.version,
        body: {
          ...(opened ? touchedFields(wanted, opened) : wanted),
          stage,
          currency,
          usdFee,
          rate: Number(rate),
        },
      },
      {
        onSuccess: onClose,
        onError: (error) => {
          if (!(error instanceof ApiError)) return;
          if (error.code === "edit.conflict") {
            setDraft({ ...draft, ...(error.current as Partial<Draft>) });
            // The next time the new values were there to be seen.
            setOpened(null);
            setHasConflict(true);
          }
          setProblem(error.fields["invoiceId"] ?? null);
        },
      },
    );
  };

  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      busy={update.isPending}
      unsaved={!isSameDraft(draft, draftOf(opened ?? invoice))}
      title={texts.title}
      description={invoice.invoiceId}
      onSubmit={submit}
      footer={
        <>
          {update.isPending ? <WaitingHint /> : null}
          <Button variant="secondary" onClick={onClose} disabled={update.isPending}>
            {messages.ui.cancel}
          </Button>
          <Button type="submit" pending={update.isPending} pendingStays pendingText={texts.pending}>
            {texts.submit}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-2 gap-x-4 gap-y-5 max-md:grid-cols-1">
        {hasConflict ? <Notice className="col-span-full">{texts.conflict}</Notice> : null}
        <Field
          label={fields.case}
          error={cases.isLost ? messages.ui.failedToLoad : undefined}
          required
          className="col-span-full"
        >
          <Combobox
            value={String(draft.caseId)}
            onValueChange={pick}
            search={cases}
            chosenLabel={nameOf(draft.caseId === picked.id ? picked : own)}
            options={cases.found.map((caseFile) => ({
              value: String(caseFile.id),
              label: nameOf(caseFile),
            }))}
            searchPlaceholder={searchCases}
            emptyText={noCases}
          />
        </Field>
        <ReadOnlyValue label={fields.applicants}>
          {chosen?.numberOfApplicants ?? messages.ui.loading}
        </ReadOnlyValue>
        <ReadOnlyValue label={fields.citizenshipFee}>
          {chosen ? formatMoney(chosen.citizenshipFee, "USD") : messages.ui.loading}
        </ReadOnlyValue>
        <Field label={fields.status}>
          <Select
            value={draft.status}
            onValueChange={(status) => setDraft({ ...draft, status })}
            options={invoiceStatuses.map((value) => ({ value, label: value }))}
          />
        </Field>
        <Field label={fields.invoiceId} error={problem ?? undefined} required>
          <Input
            value={draft.invoiceId}
            maxLength={50}
            className="tabular"
            onChange={(event) => setDraft({ ...draft, invoiceId: event.target.value })}
          />
        </Field>
        <Field label={fields.date}>
          <DateInput
            value={draft.date}
            onValueChange={(date) => setDraft({ ...draft, date })}
            max={LATEST_DAY}
          />
        </Field>
      </div>
      <UploadedFiles invoice={invoice} />
    </Dialog>
  );
}

function draftOf({ caseId, status, invoiceId, date }: Invoice): Draft {
  return { caseId, status, invoiceId, date };
}

function isSameDraft(draft: Draft, other: Draft): boolean {
  return Object.keys(touchedFields(draft, other)).length === 0;
}

/** What was left as it was is not sent: somebody else may have changed it, and an old id may break a newer rule. */
function touchedFields(draft: Draft, opened: Draft): Partial<Draft> {
  const fields = Object.keys(draft) as (keyof Draft)[];
  return Object.fromEntries(
    fields.filter((field) => draft[field] !== opened[field]).map((field) => [field, draft[field]]),
  );
}

function nameOf({ caseId, title }: { caseId: string; title: string }): string {
  return `${caseId} - ${title}`;
}
