import { useMutation, useQuery } from "@tanstack/react-query";
import { profileApi } from "contract/profile";
import { sessionApi } from "contract/session";
import { twoFactorApi, type Passkey } from "contract/two-factor";
import { call, read } from "#web/api/client.ts";
import { makePasskey, wasCancelled } from "#web/api/passkeys.ts";
import { invalidatePaths } from "#web/api/query.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { messages } from "#web/messages/messages.ts";
import { toast } from "#web/ui/toast-store.ts";

const texts = messages.factors;

export function useTwoFactor() {
  return useQuery(read(twoFactorApi.get));
}

/** With the factors the other sessions and the trusted devices have changed. */
function rereadFactors(): Promise<void> {
  return invalidatePaths([
    twoFactorApi.get.path,
    profileApi.listSessions.path,
    profileApi.listDevices.path,
  ]);
}

/** Where the role demands a factor, this opens the rest of the portal. */
export function rereadUser(): Promise<void> {
  return invalidatePaths([sessionApi.getUser.path]);
}

type WithPassword = { readonly currentPassword: string };

export function useStartTotp() {
  return useMutation({
    mutationFn: (body: WithPassword) => call(twoFactorApi.startTotp, { body }),
    onError: failureToast(texts.errorTitle, texts.app.failed),
  });
}

export function useConfirmTotp() {
  return useMutation({
    mutationFn: (code: string) => call(twoFactorApi.confirmTotp, { body: { code } }),
    onSuccess: async () => {
      toast({ title: texts.app.done, description: texts.app.doneText });
      await rereadFactors();
    },
    onError: failureToast(texts.errorTitle, texts.app.failed),
  });
}

export function useAddPasskey() {
  return useMutation({
    mutationFn: async ({ name, ...body }: WithPassword & { readonly name: string }) => {
      const options = await call(twoFactorApi.startPasskey, { body });
      const credential = await makePasskey(options);
      return call(twoFactorApi.addPasskey, { body: { name, credential } });
    },
    onSuccess: async () => {
      toast({ title: texts.passkey.done, description: texts.passkey.doneText });
      await rereadFactors();
    },
    onError: (error) => {
      const fallback = wasCancelled(error) ? texts.passkey.cancelled : texts.passkey.failed;
      failureToast(texts.errorTitle, fallback)(error);
    },
  });
}

export function useRemoveTotp() {
  return useMutation({
    mutationFn: (body: WithPassword) => call(twoFactorApi.removeTotp, { body }),
    onSuccess: () => noteRemoval(texts.app.removed),
    onError: failureToast(texts.errorTitle, texts.removeFailed),
  });
}

export function useRemovePasskey(passkey: Passkey) {
  return useMutation({
    mutationFn: (body: WithPassword) =>
      call(twoFactorApi.removePasskey, { params: { id: passkey.id }, body }),
    onSuccess: () => noteRemoval(texts.passkey.removed),
    onError: failureToast(texts.errorTitle, texts.removeFailed),
  });
}

export function useRenewRecoveryCodes() {
  return useMutation({
    mutationFn: (body: WithPassword) => call(twoFactorApi.renewRecoveryCodes, { body }),
    onSuccess: rereadFactors,
    onError: failureToast(texts.errorTitle, texts.recovery.failed),
  });
}

async function noteRemoval(title: string): Promise<void> {
  toast({ title, description: texts.changedText });
  await rereadFactors();
}
