import { ApiError } from "#web/api/api-error.ts";
import { errorSentence } from "#web/api/error-sentence.ts";
import { toast } from "#web/ui/toast-store.ts";

/** For `onError`: a destructive toast. A session that has ended shows the sign-in screen instead (D-107). */
export function failureToast(title: string, fallback: string) {
  return (error: unknown): void => {
    if (error instanceof ApiError && error.code === "session.missing") return;
    toast({ title, description: errorSentence(error, fallback), variant: "destructive" });
  };
}
