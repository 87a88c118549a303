import { useMutation, useQuery } from "@tanstack/react-query";
import { type Applicant, applicantsApi, prefixedName } from "contract/applicants";
import { type CaseDocument, documentsApi } from "contract/documents";
import { type BodyInput, pathOf } from "contract/endpoint";
import { readCategories, type UsableField, type VerdictChoice } from "contract/reading-parts";
import { type PassportReading, type ReadingBadge, readingsApi } from "contract/readings";
import { reviewsApi } from "contract/reviews";
import { ApiError } from "#web/api/api-error.ts";
import { call, read } from "#web/api/client.ts";
import { invalidatePaths, queryClient } from "#web/api/query.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { passportReadingTexts as texts } from "#web/messages/readings.ts";
import { toast } from "#web/ui/toast-store.ts";

export type Choices = Partial<Record<UsableField, VerdictChoice>>;

function readingOf(documentId: number) {
  return read(readingsApi.get, { params: { id: documentId } });
}

function keep(documentId: number, reading: PassportReading): void {
  queryClient.setQueryData(readingOf(documentId).queryKey, reading);
}

export function useReading(documentId: number, isPassport: boolean) {
  return useQuery({ ...readingOf(documentId), enabled: isPassport });
}

/** For the badges of a list. */
export function useReadings(caseId: number, isStaff: boolean) {
  return useQuery({
    ...read(readingsApi.listOfCase, { params: { id: caseId } }),
    enabled: isStaff,
  });
}

/** One after the other, each upon what the one before has saved. */
export function useDecideFields(documentId: number) {
  return useMutation({
    scope: { id: `reading of ${documentId}` },
    mutationFn: (fields: Choices) => {
      const known = queryClient.getQueryData(readingOf(documentId).queryKey);
      return call(readingsApi.decide, {
        params: { id: documentId },
        body: { applicantVersion: known?.version ?? null, fields },
      });
    },
    onSuccess: ({ applicant, reading }) => {
      keep(documentId, reading);
      if (applicant !== null) keepPerson(applicant);
    },
    onError: showFailure(documentId, texts.useFailed),
  });
}

export function useTakeFieldBack(documentId: number) {
  return useMutation({
    scope: { id: `reading of ${documentId}` },
    mutationFn: (field: UsableField) =>
      call(readingsApi.undo, { params: { id: documentId, field } }),
    onSuccess: ({ applicant, reading }) => {
      keep(documentId, reading);
      if (applicant !== null) keepPerson(applicant);
    },
    onError: showFailure(documentId, texts.undoFailed),
  });
}

export function useReadAgain() {
  return useMutation({
    mutationFn: ({ id }: CaseDocument) => call(readingsApi.readAgain, { params: { id } }),
    onSuccess: (_, { id, caseId }) =>
      invalidatePaths([
        pathOf(readingsApi.get, { id }),
        pathOf(readingsApi.listOfCase, { id: caseId }),
      ]),
    onError: (error, { id }) => showFailure(id, texts.readFailed)(error),
  });
}

/** Not while it is being read, nor where another look would find the same. */
export function mayReadAgain({ category }: CaseDocument, badge: ReadingBadge | undefined): boolean {
  if (!readCategories.some((read) => read === category)) return false;
  if (badge?.state === "queued" || badge?.state === "running") return false;
  return badge?.problem !== "locked" && badge?.problem !== "word";
}

/** It is another person's: his from now on, also by the beginning of its name. */
export function useFileWith(document: CaseDocument) {
  return useMutation({
    mutationFn: ({ id, category }: Applicant) =>
      call(documentsApi.assign, {
        params: { id: document.id },
        body: { assignedTo: id, newName: prefixedName(document.originalName, category) },
        version: document.version,
      }),
    onSuccess: async (_, { fullName }) => {
      toast({ title: texts.toasts.filed(fullName) });
      await invalidatePaths([String(readingOf(document.id).queryKey[0]), reviewsApi.list.path]);
    },
    onError: failureToast(texts.errorTitle, texts.fileFailed),
  });
}

type Typed = {
  readonly caseId: number;
  readonly lines: readonly [string, string];
  readonly applicantId: number | null;
};

/** Judged by the server while they are typed; neither side keeps them. */
export function useTypedLines({ caseId, lines, applicantId }: Typed, isWhole: boolean) {
  return useQuery({
    queryKey: ["typed lines", caseId, applicantId, ...lines],
    queryFn: ({ signal }) =>
      call(readingsApi.judgeTyped, {
        params: { id: caseId },
        body: { lines: [lines[0], lines[1]], applicantId },
        signal,
      }),
    enabled: isWhole,
    gcTime: 0,
    placeholderData: (before) => before,
  });
}

export type TypedValues = Omit<BodyInput<typeof applicantsApi.update>, "fullName">;
type TypedUse = {
  readonly field: UsableField;
  readonly person: Pick<Applicant, "id" | "fullName">;
  readonly version: number;
  readonly values: TypedValues;
};

/** What was typed comes from no document: it is saved with the person like any other entry. */
export function useTypedValue() {
  return useMutation({
    mutationFn: ({ person, version, values }: TypedUse) =>
      call(applicantsApi.update, {
        params: { id: person.id },
        body: { fullName: person.fullName, ...values },
        version,
      }),
    onSuccess: (applicant) => keepPerson(applicant),
    onError: failureToast(texts.errorTitle, texts.useFailed),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["typed lines"] }),
  });
}

function keepPerson(changed: Applicant): void {
  const { queryKey } = read(applicantsApi.list, { params: { id: changed.caseId } });
  queryClient.setQueryData<Applicant[]>(queryKey, (known) =>
    known?.map((applicant) => (applicant.id === changed.id ? changed : applicant)),
  );
}

/** Somebody else was faster, or has filed it elsewhere: the card tells what is there now. */
function showFailure(documentId: number, fallback: string) {
  return async (error: unknown): Promise<void> => {
    failureToast(texts.errorTitle, fallback)(error);
    if (error instanceof ApiError && (error.status === 409 || error.status === 404))
      await queryClient.invalidateQueries({ queryKey: readingOf(documentId).queryKey });
  };
}
