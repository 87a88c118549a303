import { useMutation, useQuery } from "@tanstack/react-query";
import { type CaseReminders, remindersApi, type ReminderScheduleInput } from "contract/reminders";
import { ApiError } from "#web/api/api-error.ts";
import { call, read } from "#web/api/client.ts";
import { invalidatePaths } from "#web/api/query.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { reminderMessages as texts } from "#web/messages/reminders.ts";
import { toast } from "#web/ui/toast-store.ts";

export type ChasedCase = { readonly id: number; readonly caseId: string };

const ofCase = (caseId: string) => read(remindersApi.getByCaseCode, { params: { caseId } });

export function useCaseReminders({ caseId }: ChasedCase) {
  return useQuery(ofCase(caseId));
}

export function useReminderSchedule() {
  return useQuery(read(remindersApi.schedule));
}

export function useUpcomingReminders(page: number) {
  return useQuery(read(remindersApi.list, { query: { page: String(page) } }));
}

/** As it is now: what is open may have changed since it was looked at. */
export function useReminderPreview({ id }: ChasedCase, note: string) {
  return useQuery({
    ...read(remindersApi.preview, { params: { id }, query: note === "" ? {} : { note } }),
    staleTime: 0,
    placeholderData: (before) => before,
  });
}

function readAnew({ caseId }: ChasedCase): Promise<void> {
  return invalidatePaths([String(ofCase(caseId).queryKey[0]), remindersApi.list.path]);
}

type PlanChange = { isOn?: boolean; pausedUntil?: string | null };

export function useSetPlan(caseFile: ChasedCase, { plan }: Pick<CaseReminders, "plan">) {
  return useMutation({
    mutationFn: (body: PlanChange) =>
      call(remindersApi.plan, { params: { id: caseFile.id }, body, version: plan.version }),
    onSettled: () => readAnew(caseFile),
    onError: failureToast(texts.errorTitle, texts.saveFailed),
  });
}

export function useRemind(caseFile: ChasedCase) {
  return useMutation({
    mutationFn: (body: { userIds: number[]; note: string | null }) =>
      call(remindersApi.remind, { params: { id: caseFile.id }, body }),
    onSuccess: async ({ sent }) => {
      toast({ title: texts.now.sentTitle, description: texts.now.sentTo(sent) });
      await readAnew(caseFile);
    },
    onError: failureToast(texts.errorTitle, texts.now.failed),
  });
}

type Saving = { input: ReminderScheduleInput; version: number };

export function usePreviewSchedule() {
  return useMutation({
    mutationFn: ({ input, version }: Saving) =>
      call(remindersApi.setSchedule, { body: input, query: { dryRun: "1" }, version }),
  });
}

export function useSaveSchedule() {
  return useMutation({
    mutationFn: ({ input, version }: Saving) =>
      call(remindersApi.setSchedule, { body: input, version }),
    onSuccess: async () => {
      toast({ title: texts.schedule.saved });
      await invalidatePaths([remindersApi.schedule.path, remindersApi.list.path]);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409)
        void invalidatePaths([remindersApi.schedule.path]);
    },
  });
}
