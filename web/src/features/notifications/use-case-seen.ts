import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { notificationsApi } from "contract/notifications";
import { read } from "#web/api/client.ts";
import { markCaseSeen } from "./notifications.queries.ts";

/** So long it must have been in sight. */
const SEEN_MS = 2000;

/** Whoever looks at a case for two seconds has seen what there was to tell of it; its messages are read in the chat. */
export function useCaseSeen(caseId: number): void {
  const { data } = useQuery(read(notificationsApi.count));
  const unread = data?.unread ?? 0;
  /** What was left after this case had been marked: of other cases, or messages. */
  const left = useRef<number | null>(0);
  useEffect(() => {
    if (unread === left.current) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const mark = async () => {
      left.current = await markCaseSeen(caseId);
    };
    const look = () => {
      clearTimeout(timer);
      if (document.visibilityState === "visible") timer = setTimeout(() => void mark(), SEEN_MS);
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [caseId, unread]);
}
