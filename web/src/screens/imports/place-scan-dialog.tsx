import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { applicantsApi } from "contract/applicants";
import { documentCategories, documentCategoryLabel } from "contract/document-categories";
import type { ImportRow } from "contract/imports";
import { read } from "#web/api/client.ts";
import { useCaseSearch } from "#web/features/cases/use-case-search.ts";
import { importMessages } from "#web/messages/imports.ts";
import { Combobox } from "#web/ui/combobox.tsx";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { usePlaceScan } from "./imports.queries.ts";

const texts = importMessages.place;
const NOBODY = "-";

type PlaceScanDialogProps = {
  readonly importId: number;
  readonly row: ImportRow;
  readonly onClose: () => void;
};

type Chosen = { id: number; caseId: string; title: string };

/** Of which case a scan is, whose, and what, where its name does not say so or says it wrongly. */
export function PlaceScanDialog({ importId, row, onClose }: PlaceScanDialogProps) {
  const search = useCaseSearch();
  const [chosen, choose] = useState<Chosen | null>(row.case);
  const [person, setPerson] = useState(row.applicantId);
  const [category, setCategory] = useState(row.category ?? "uncategorized");
  const save = usePlaceScan(importId, row.number);
  const people = useQuery({
    ...read(applicantsApi.list, { params: { id: chosen?.id ?? 0 } }),
    enabled: chosen !== null,
  });
  const pick = (code: string) => {
    const found = search.found.find(({ caseId }) => caseId === code);
    if (!found || found.id === chosen?.id) return;
    choose(found);
    setPerson(null);
  };
  const submit = () => {
    if (!chosen) return;
    const body = { caseId: chosen.caseId, applicantId: person, category };
    save.mutate(body, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={texts.title}
      description={<span dir="auto">{row.name}</span>}
      busy={save.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      footer={
        <DialogButtons
          onCancel={onClose}
          isPending={save.isPending}
          disabled={chosen === null}
          submit={texts.save}
          pendingText={texts.saving}
        />
      }
    >
      <div className="flex flex-col gap-4">
        <Field label={texts.case}>
          <Combobox
            value={chosen?.caseId ?? null}
            chosenLabel={chosen ? `${chosen.caseId} · ${chosen.title}` : undefined}
            options={search.found.map(({ caseId, title }) => ({
              value: caseId,
              label: title,
              detail: caseId,
            }))}
            search={search}
            searchPlaceholder={texts.caseSearch}
            emptyText={texts.noCase}
            onValueChange={pick}
          />
        </Field>
        <Field label={texts.person}>
          <Select
            value={person === null ? NOBODY : String(person)}
            disabled={chosen === null}
            options={[
              { value: NOBODY, label: importMessages.rows.unassigned },
              ...(people.data ?? []).map(({ id, fullName }) => ({
                value: String(id),
                label: fullName,
              })),
            ]}
            onValueChange={(value) => setPerson(value === NOBODY ? null : Number(value))}
          />
        </Field>
        <Field label={texts.kind}>
          <Select
            value={category}
            options={documentCategories.map((value) => ({
              value,
              label: documentCategoryLabel(value),
            }))}
            onValueChange={setCategory}
          />
        </Field>
      </div>
    </Dialog>
  );
}
