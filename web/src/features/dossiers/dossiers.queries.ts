import { useMutation, useQuery } from "@tanstack/react-query";
import type { DossierKind } from "contract/dossier-recipes";
import { type BuildDossierInput, dossiersApi, type UpdateDossierInput } from "contract/dossiers";
import { call, read } from "#web/api/client.ts";
import { invalidatePaths } from "#web/api/query.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { dossierMessages as texts } from "#web/messages/dossiers.ts";
import { toast } from "#web/ui/toast-store.ts";

const ofCase = (caseId: string) => read(dossiersApi.listByCaseCode, { params: { caseId } });

export function useDossiers(caseId: string) {
  return useQuery(ofCase(caseId));
}

export function useDossier(id: number) {
  return useQuery(read(dossiersApi.get, { params: { id } }));
}

export type PlanOf = { caseId: number; kind: DossierKind; documents: readonly number[] };

/** As the papers are now: they may have changed since somebody looked. */
export function useDossierPlan({ caseId, kind, documents }: PlanOf, enabled = true) {
  const query = { kind, documents: documents.map(String) };
  return useQuery({
    ...read(dossiersApi.plan, { params: { id: caseId }, query }),
    staleTime: 0,
    // While something is ticked, not while another kind is looked at.
    placeholderData: (before, query) =>
      String(query?.queryKey[0]).includes(`kind=${kind}`) ? before : undefined,
    enabled,
  });
}

export function useDifference(id: number, from: number | null) {
  return useQuery({
    ...read(dossiersApi.difference, {
      params: { id },
      query: from === null ? {} : { from: String(from) },
    }),
    enabled: from !== null,
  });
}

function readAnew(): Promise<void> {
  return invalidatePaths(["/api/dossiers", "/api/cases/"]);
}

export function useBuildDossier(caseId: number) {
  return useMutation({
    mutationFn: (body: BuildDossierInput) =>
      call(dossiersApi.build, { params: { id: caseId }, body }),
    onSuccess: async () => {
      toast({ title: texts.toasts.started });
      await readAnew();
    },
    onError: failureToast(texts.errorTitle, texts.buildFailed),
  });
}

export function useCancelDossier() {
  return useMutation({
    mutationFn: (id: number) => call(dossiersApi.cancel, { params: { id } }),
    onSuccess: async () => {
      toast({ title: texts.toasts.cancelled });
      await readAnew();
    },
    onError: failureToast(texts.errorTitle, texts.saveFailed),
  });
}

type Change = { id: number; version: number; body: UpdateDossierInput };

export function useHandIn() {
  return useMutation({
    mutationFn: ({ id, version, body }: Change) =>
      call(dossiersApi.update, { params: { id }, body, version }),
    onSuccess: async () => {
      toast({ title: texts.toasts.handedIn });
      await readAnew();
    },
    onError: failureToast(texts.errorTitle, texts.saveFailed),
  });
}

export function useRemoveDossier() {
  return useMutation({
    mutationFn: ({ id, reason }: { id: number; reason: string }) =>
      call(dossiersApi.remove, { params: { id }, body: { reason } }),
    onSuccess: async () => {
      toast({ title: texts.toasts.removed });
      await readAnew();
    },
    onError: failureToast(texts.errorTitle, texts.removeFailed),
  });
}
