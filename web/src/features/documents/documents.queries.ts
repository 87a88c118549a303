import { useMutation, useQuery } from "@tanstack/react-query";
import { type CaseDetail, casesApi } from "contract/cases";
import type { DocumentCategory } from "contract/document-categories";
import { type CaseDocument, documentsApi } from "contract/documents";
import { dossiersApi } from "contract/dossiers";
import { type DocumentDatesInput, reviewsApi } from "contract/reviews";
import { ApiError } from "#web/api/api-error.ts";
import { call, read } from "#web/api/client.ts";
import { invalidatePaths, queryClient } from "#web/api/query.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { messages } from "#web/messages/messages.ts";
import { toast } from "#web/ui/toast-store.ts";

const texts = messages.documents;

function detailKey(caseCode: string) {
  return read(casesApi.get, { params: { caseId: caseCode } }).queryKey;
}

function changeDocuments(
  caseCode: string,
  change: (documents: CaseDocument[]) => CaseDocument[],
): void {
  queryClient.setQueryData<CaseDetail>(
    detailKey(caseCode),
    (detail) => detail && { ...detail, documents: change(detail.documents) },
  );
}

/** Choices in the rows are sent one after the other, each based on what the one before has saved. */
function rowChanges(caseCode: string) {
  return { id: `documents of ${caseCode}` };
}

function versionNow(caseCode: string, { id, version }: CaseDocument): number {
  const documents = queryClient.getQueryData<CaseDetail>(detailKey(caseCode))?.documents;
  return documents?.find((document) => document.id === id)?.version ?? version;
}

/** The row is as it was; when somebody else was faster it shows what they have chosen. */
function takeBack(caseCode: string, document: CaseDocument, error: unknown): void {
  replaceDocument(caseCode, document);
  if (error instanceof ApiError && error.code === "edit.conflict")
    void invalidatePaths([String(detailKey(caseCode)[0])]);
}

function replaceDocument(caseCode: string, changed: CaseDocument): void {
  changeDocuments(caseCode, (documents) =>
    documents.map((document) => (document.id === changed.id ? changed : document)),
  );
}

/** At the end, as the list is read; one that has arrived by a live update already is not shown twice. */
export function addDocuments(caseCode: string, added: readonly CaseDocument[]): void {
  changeDocuments(caseCode, (documents) => [
    ...documents.filter(
      // A new version takes the place of the one before it.
      ({ id }) => !added.some((document) => document.id === id || document.replaces === id),
    ),
    ...added,
  ]);
}

/** Openings are not announced to open pages, so each look asks anew. */
export function useAccessLog(document: CaseDocument) {
  const openings = read(documentsApi.listAccessLog, { params: { id: document.id } });
  return useQuery({ ...openings, staleTime: 0, gcTime: 0 });
}

export function useRenameDocument(caseCode: string) {
  return useMutation({
    mutationFn: ({ document, newName }: { document: CaseDocument; newName: string }) =>
      call(documentsApi.rename, {
        params: { id: document.id },
        body: { newName },
        version: document.version,
      }),
    onSuccess: (changed) => {
      replaceDocument(caseCode, changed);
      toast({ title: texts.renameDialog.done, description: texts.renameDialog.doneText });
    },
    onError: failureToast(texts.errorTitle, texts.renameDialog.failed),
  });
}

type Categorizing = { document: CaseDocument; category: DocumentCategory; newName?: string };

/** The table shows the new type at once and takes it back when the server refuses. */
export function useCategorizeDocument(caseCode: string) {
  return useMutation({
    scope: rowChanges(caseCode),
    mutationFn: ({ document, category, newName }: Categorizing) =>
      call(documentsApi.categorize, {
        params: { id: document.id },
        body: { category, newName },
        version: versionNow(caseCode, document),
      }),
    onMutate: ({ document, category, newName }) =>
      replaceDocument(caseCode, {
        ...document,
        category,
        originalName: newName ?? document.originalName,
      }),
    onSuccess: (changed) => {
      replaceDocument(caseCode, changed);
      toast({ title: texts.categorized, description: texts.categorizedText });
    },
    onError: (error, { document }) => {
      takeBack(caseCode, document, error);
      failureToast(texts.errorTitle, texts.categorizeFailed)(error);
    },
  });
}

type Assigning = { document: CaseDocument; assignedTo: number | null; newName: string };

export function useAssignDocument(caseCode: string) {
  return useMutation({
    scope: rowChanges(caseCode),
    mutationFn: ({ document, assignedTo, newName }: Assigning) =>
      call(documentsApi.assign, {
        params: { id: document.id },
        body: { assignedTo, newName },
        version: versionNow(caseCode, document),
      }),
    onMutate: ({ document, assignedTo, newName }) =>
      replaceDocument(caseCode, { ...document, assignedTo, originalName: newName }),
    onSuccess: (changed) => {
      replaceDocument(caseCode, changed);
      toast({ title: texts.assigned, description: texts.assignedText });
    },
    onError: (error, { document }) => {
      takeBack(caseCode, document, error);
      failureToast(texts.errorTitle, texts.assignFailed)(error);
    },
  });
}

type Dating = { document: CaseDocument; dates: DocumentDatesInput };

export function useSetDates(caseCode: string) {
  return useMutation({
    mutationFn: ({ document, dates }: Dating) =>
      call(reviewsApi.setDates, {
        params: { id: document.id },
        body: dates,
        version: document.version,
      }),
    onSuccess: (changed) => {
      replaceDocument(caseCode, changed);
      toast({ title: texts.datesDialog.done });
    },
    onError: failureToast(texts.errorTitle, texts.datesDialog.failed),
  });
}

/** How many dossiers keep a copy of it. */
export function useDossiersWith(caseId: string, document: CaseDocument | null): number {
  const which = { params: { caseId }, query: { document: String(document?.id ?? 0) } };
  const dossiers = read(dossiersApi.listByCaseCode, which);
  const { data } = useQuery({ ...dossiers, staleTime: 0, enabled: document !== null });
  return document === null ? 0 : (data?.length ?? 0);
}

export function useRemoveDocument(caseCode: string) {
  return useMutation({
    mutationFn: (document: CaseDocument) =>
      call(documentsApi.remove, { params: { id: document.id } }),
    onSuccess: (_, removed) => {
      changeDocuments(caseCode, (documents) =>
        documents.filter((document) => document.id !== removed.id),
      );
      toast({ title: texts.removeDialog.done, description: texts.removeDialog.doneText });
    },
    onError: failureToast(texts.errorTitle, texts.removeDialog.failed),
  });
}
