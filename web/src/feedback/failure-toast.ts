import { ApiError } from "#web/api/api-error.ts";
import { errorSentence } from "#web/api/error-sentence.ts";
import { lacksProof } from "#web/api/step-up.ts";
import { toast } from "#web/ui/toast-store.ts";

/**
 * For `onError`: a destructive toast. A session that has ended shows the sign-in screen instead (D-107), and whoever
 * would not say again who he is knows it (D-185).
 */
export function failureToast(title: string, fallback: string) {
  return (error: unknown): void => {
    if (error instanceof ApiError && error.code === "session.missing") return;
    if (lacksProof(error)) return;
    toast({ title, description: errorSentence(error, fallback), variant: "destructive" });
  };
}
