import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { type QueueRow, type Review, type ReviewInput, reviewsApi } from "contract/reviews";
import { ApiError } from "#web/api/api-error.ts";
import { call } from "#web/api/client.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { undoToast } from "#web/feedback/undo-toast.ts";
import { reviewMessages as texts } from "#web/messages/review.ts";
import { toast } from "#web/ui/toast-store.ts";
import type { useReviewQueue } from "./use-review-queue.ts";

const UNDO_MS = 10_000;

type Queue = Pick<ReturnType<typeof useReviewQueue>, "leave" | "comeBack" | "readAnew">;
type Decision = { row: QueueRow; body: ReviewInput };

/** Decides and takes back; the queue moves on as soon as the server has said yes. */
export function useReviewDecisions({ leave, comeBack, readAnew }: Queue) {
  const latest = useRef<{ review: Review; until: number } | null>(null);
  const undo = useMutation({
    mutationFn: (review: Review) =>
      call(reviewsApi.undo, { params: { id: review.documentId, reviewId: review.id } }),
    onSuccess: async (document) => {
      toast({ title: texts.toasts.takenBack });
      await comeBack(document.id);
    },
    onError: failureToast(texts.errorTitle, texts.undoFailed),
  });
  const takeBack = () => {
    const last = latest.current;
    if (last === null || Date.now() > last.until) return;
    latest.current = null;
    undo.mutate(last.review);
  };
  const decide = useMutation({
    mutationFn: ({ row, body }: Decision) =>
      call(reviewsApi.create, {
        params: { id: row.document.id },
        body: { ...body, version: row.document.version },
      }),
    onSuccess: ({ review }, { row }) => {
      latest.current = { review, until: Date.now() + UNDO_MS };
      const told = review.decision === "accepted" ? texts.toasts.accepted : texts.toasts.asked;
      undoToast(told(row.document.originalName), takeBack);
      leave(row.document.id);
    },
    onError: (error) => {
      failureToast(texts.errorTitle, texts.reviewFailed)(error);
      // Somebody else was faster, or has changed it: the queue tells what is there now.
      if (error instanceof ApiError && (error.status === 409 || error.status === 404))
        void readAnew();
    },
  });
  return { decide, takeBack };
}
