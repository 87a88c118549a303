import { useMutation, useQuery } from "@tanstack/react-query";
import type { BodyInput } from "contract/endpoint";
import { profileApi, type TrustedDevice } from "contract/profile";
import { type CurrentUser, type SignedInSession } from "contract/session";
import { call, read } from "#web/api/client.ts";
import { currentUserQuery } from "#web/api/current-user.ts";
import { invalidatePaths, queryClient } from "#web/api/query.ts";
import { upload } from "#web/api/upload.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { messages } from "#web/messages/messages.ts";
import { toast } from "#web/ui/toast-store.ts";

const { general, security, errorTitle } = messages.profile;

export function useUpdateProfile() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof profileApi.update>) => call(profileApi.update, { body }),
    onSuccess: async (user) => {
      // Who was the first admin is told with the session alone.
      queryClient.setQueryData(currentUserQuery.queryKey, (before) => ({
        ...user,
        ...(before?.isFirstAdmin && { isFirstAdmin: true as const }),
      }));
      toast({ title: general.done, description: general.doneText });
      await invalidatePaths([profileApi.getEmailChange.path]);
    },
    onError: failureToast(errorTitle, general.failed),
  });
}

export function useEmailChange() {
  return useQuery(read(profileApi.getEmailChange));
}

export function useCancelEmailChange() {
  return useMutation({
    mutationFn: () => call(profileApi.cancelEmailChange),
    onSuccess: async () => {
      toast({ title: general.cancelled, description: general.cancelledText });
      await invalidatePaths([profileApi.getEmailChange.path]);
    },
    onError: failureToast(errorTitle, general.cancelFailed),
  });
}

export function useUploadAvatar() {
  return useMutation({
    mutationFn: (file: File) => upload(profileApi.uploadAvatar, { files: [file] }),
    onSuccess: ({ profileImageUrl }) => {
      queryClient.setQueryData<CurrentUser | null>(
        currentUserQuery.queryKey,
        (user) => user && { ...user, profileImageUrl },
      );
      toast({ title: general.avatarDone, description: general.avatarDoneText });
    },
    onError: failureToast(errorTitle, general.avatarFailed),
  });
}

export function useSessions() {
  return useQuery(read(profileApi.listSessions));
}

export function useEndSession() {
  return useMutation({
    mutationFn: (session: SignedInSession) =>
      call(profileApi.removeSession, { params: { id: session.id } }),
    onSuccess: async () => {
      toast({ title: security.signedOut, description: security.signedOutText });
      await invalidatePaths([profileApi.listSessions.path]);
    },
    onError: failureToast(errorTitle, security.signOutFailed),
  });
}

export function useTrustedDevices() {
  return useQuery(read(profileApi.listDevices));
}

export function useForgetDevice() {
  return useMutation({
    mutationFn: (device: TrustedDevice) =>
      call(profileApi.removeDevice, { params: { id: device.id } }),
    onSuccess: async () => {
      toast({ title: security.forgotten, description: security.forgottenText });
      await invalidatePaths([profileApi.listDevices.path]);
    },
    onError: failureToast(errorTitle, security.forgetFailed),
  });
}
