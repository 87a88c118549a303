import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import {
  type Import,
  type ImportMapping,
  type ImportOptions,
  importsApi,
  type PlaceScanInput,
} from "contract/imports";
import { call, read } from "#web/api/client.ts";
import { download } from "#web/api/download.ts";
import { invalidatePaths } from "#web/api/query.ts";
import { urlOf } from "#web/api/request.ts";
import { upload } from "#web/api/upload.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { importMessages as texts } from "#web/messages/imports.ts";
import { toast } from "#web/ui/toast-store.ts";

const ROWS_TOGETHER = 200;

export const readAnew = () => invalidatePaths([importsApi.list.path]);

export function useImports() {
  return useInfiniteQuery({
    queryKey: [importsApi.list.path],
    queryFn: ({ pageParam, signal }) =>
      call(importsApi.list, { query: pageParam === null ? {} : { after: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });
}

export function useImport(id: number) {
  return useQuery(read(importsApi.get, { params: { id } }));
}

export function useImportRows(id: number, onlyProblems: boolean) {
  const query = {
    limit: String(ROWS_TOGETHER),
    ...(onlyProblems && { problems: "true" as const }),
  };
  return useInfiniteQuery({
    queryKey: [urlOf(importsApi.rows, { params: { id }, query })],
    queryFn: ({ pageParam, signal }) =>
      call(importsApi.rows, {
        params: { id },
        query: pageParam === null ? query : { ...query, after: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });
}

/** Goes to the import that was made. */
export function useCreateImport() {
  const open = useOpenImport();
  return useMutation({
    mutationFn: ({ kind, files }: { kind: Import["kind"]; files: readonly File[] }) =>
      upload(importsApi.create, { files, fields: { kind } }),
    onSuccess: async ({ id }) => {
      await readAnew();
      open(id);
    },
    onError: failureToast(texts.errorTitle, texts.failures.upload),
  });
}

export function useOpenImport() {
  const navigate = useNavigate();
  return (id: number | "new" | null) =>
    void navigate({ to: "/imports", search: id === null ? {} : { import: String(id) } });
}

type Columns = { mapping: ImportMapping; options: ImportOptions };

export function useSaveMapping({ id, version }: Pick<Import, "id" | "version">) {
  return useMutation({
    mutationFn: (body: Columns) => call(importsApi.saveMapping, { params: { id }, body, version }),
    onError: failureToast(texts.errorTitle, texts.failures.save),
    onSettled: readAnew,
  });
}

/** A new import by the same columns; the old one goes. */
export function useCorrectedFile(old: Import) {
  const open = useOpenImport();
  return useMutation({
    mutationFn: async (files: readonly File[]) => {
      const made = await upload(importsApi.create, { files, fields: { kind: old.kind } });
      await call(importsApi.remove, { params: { id: old.id } });
      return made;
    },
    onSuccess: async ({ id }) => {
      await readAnew();
      open(id);
    },
    onError: failureToast(texts.errorTitle, texts.failures.upload),
  });
}

export function useRemoveImport(id: number) {
  const open = useOpenImport();
  return useMutation({
    mutationFn: () => call(importsApi.remove, { params: { id } }),
    onSuccess: async () => {
      toast({ title: texts.toasts.deleted });
      open(null);
      await readAnew();
    },
    onError: failureToast(texts.errorTitle, texts.failures.save),
  });
}

export function useStartImport(id: number) {
  return useMutation({
    mutationFn: (withoutBlocked: boolean) =>
      call(importsApi.start, { params: { id }, body: { withoutBlocked } }),
    onSuccess: () => toast({ title: texts.toasts.started }),
    onError: failureToast(texts.errorTitle, texts.failures.start),
    onSettled: readAnew,
  });
}

export function useImportStep(id: number, step: "pause" | "finish" | "undo") {
  const failure = step === "undo" ? texts.failures.undo : texts.failures.save;
  return useMutation({
    mutationFn: () => call(importsApi[step], { params: { id } }),
    onError: failureToast(texts.errorTitle, failure),
    onSettled: readAnew,
  });
}

export function usePlaceScan(id: number, number: number) {
  return useMutation({
    mutationFn: (body: PlaceScanInput) =>
      call(importsApi.placeRow, { params: { id, number }, body }),
    onSuccess: readAnew,
    onError: failureToast(texts.errorTitle, texts.failures.save),
  });
}

const failed = failureToast(texts.failures.download, texts.failures.save);

export function downloadTemplate(query: {
  kind?: "cases" | "people";
  format: "csv" | "xlsx";
}): void {
  download(urlOf(importsApi.template, { query })).catch(failed);
}

export function downloadProblems(id: number): void {
  download(urlOf(importsApi.rows, { params: { id }, query: { format: "csv" } })).catch(failed);
}
