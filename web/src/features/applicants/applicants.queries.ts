import { useMutation, useQuery } from "@tanstack/react-query";
import { type Applicant, applicantsApi } from "contract/applicants";
import type { Program } from "contract/case-parts";
import { type CaseDetail, casesApi } from "contract/cases";
import type { BodyInput } from "contract/endpoint";
import { ApiError } from "#web/api/api-error.ts";
import { call, read } from "#web/api/client.ts";
import { queryClient } from "#web/api/query.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { messages } from "#web/messages/messages.ts";
import { toast } from "#web/ui/toast-store.ts";

const texts = messages.applicants;
export type CaseOfApplicants = {
  readonly id: number;
  readonly caseId: string;
  readonly title: string;
  readonly gender: string | null;
  readonly numberOfApplicants: number;
  readonly citizenshipProgram: Program;
};
type Rows = BodyInput<typeof applicantsApi.save>["applicants"];

export function useApplicants(caseFile: CaseOfApplicants) {
  return useQuery(read(applicantsApi.list, { params: { id: caseFile.id } }));
}

function keepApplicants(caseFile: CaseOfApplicants, saved: Applicant[]): void {
  queryClient.setQueryData(listKey(caseFile), saved);
  const { queryKey } = read(casesApi.get, { params: { caseId: caseFile.caseId } });
  queryClient.setQueryData<CaseDetail>(
    queryKey,
    (detail) => detail && { ...detail, applicants: saved },
  );
}

function keepApplicant(caseFile: CaseOfApplicants, changed: Applicant): void {
  const known = queryClient.getQueryData<Applicant[]>(listKey(caseFile)) ?? [];
  keepApplicants(
    caseFile,
    known.map((applicant) => (applicant.id === changed.id ? changed : applicant)),
  );
}

/** Seeds an empty case; said to nobody, since nobody asked for it (C:114). */
export function useSeedApplicants(caseFile: CaseOfApplicants) {
  return useMutation({
    mutationFn: (applicants: Rows) =>
      call(applicantsApi.save, { params: { id: caseFile.id }, body: { applicants } }),
    onSuccess: (saved) => keepApplicants(caseFile, saved),
    onError: failureToast(texts.errorTitle, texts.saveFailed),
  });
}

export function useSaveApplicants(caseFile: CaseOfApplicants) {
  return useMutation({
    mutationFn: (applicants: Rows) =>
      call(applicantsApi.save, { params: { id: caseFile.id }, body: { applicants } }),
    onSuccess: (saved) => {
      keepApplicants(caseFile, saved);
      toast({ title: texts.saved, description: texts.savedText });
    },
    onError: showFailure(caseFile, texts.saveFailed),
  });
}

type PersonChange = {
  id: number;
  version: number | undefined;
  fullName: string;
  dateOfBirth: string | null;
};

/** One person's name or birth date; the date is sent only when there is one (C:140). */
export function useUpdateApplicant(caseFile: CaseOfApplicants) {
  return useMutation({
    mutationFn: ({ id, version, fullName, dateOfBirth }: PersonChange) =>
      call(applicantsApi.update, {
        params: { id },
        body: dateOfBirth === null ? { fullName } : { fullName, dateOfBirth },
        version,
      }),
    onSuccess: (changed) => {
      keepApplicant(caseFile, changed);
      toast({ title: texts.updated, description: texts.updatedText });
    },
    onError: showFailure(caseFile, texts.updateFailed),
  });
}

export type PassportEdit = Pick<
  BodyInput<typeof applicantsApi.update>,
  "passportName" | "passportNumber" | "passportCountry" | "passportExpiresOn"
>;

export function useSavePassport(caseFile: CaseOfApplicants) {
  return useMutation({
    mutationFn: ({ applicant, changes }: { applicant: Applicant; changes: PassportEdit }) =>
      call(applicantsApi.update, {
        params: { id: applicant.id },
        body: { fullName: applicant.fullName, ...changes },
        version: applicant.version,
      }),
    onSuccess: (changed) => {
      keepApplicant(caseFile, changed);
      toast({ title: texts.passport.saved });
    },
    onError: showFailure(caseFile, texts.passport.saveFailed),
  });
}

/** Asked for by hand and kept by nobody: that it was shown is written down. */
export function useShowNumber() {
  return useMutation({
    mutationFn: (id: number) => call(applicantsApi.passport, { params: { id } }),
    gcTime: 0,
    onError: failureToast(texts.errorTitle, texts.passport.showFailed),
  });
}

/** After an edit conflict the list is read anew, so that the editor shows where the two differ. */
function showFailure(caseFile: CaseOfApplicants, fallback: string) {
  return async (error: unknown): Promise<void> => {
    failureToast(texts.errorTitle, fallback)(error);
    if (error instanceof ApiError && error.code === "edit.conflict")
      await queryClient.invalidateQueries({ queryKey: listKey(caseFile) });
  };
}

function listKey(caseFile: CaseOfApplicants) {
  return read(applicantsApi.list, { params: { id: caseFile.id } }).queryKey;
}
