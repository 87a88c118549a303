import { useRef, useState } from "react";
import type { CaseFile } from "contract/cases";
import { documentsApi } from "contract/documents";
import { errorSentence } from "#web/api/error-sentence.ts";
import { upload } from "#web/api/upload.ts";
import { messages } from "#web/messages/messages.ts";
import { addDocuments } from "./documents.queries.ts";
import { problemOfDocument } from "./upload-check.ts";

export type QueuedFile = {
  readonly key: number;
  readonly file: File;
  readonly state: "waiting" | "sending" | "done" | "failed" | "refused";
  /** From 0 to 1 while sending. */
  readonly share: number;
  readonly problem: string | null;
};

export type UploadedTo = Pick<CaseFile, "id" | "caseId" | "title">;
/** What is said of each file as it is sent. */
export type UploadFields = Readonly<Record<string, string | number | null>>;

/** Two at a time: a slow line is kept busy, and a phone's memory is not. */
const PARALLEL_UPLOADS = 2;
const UNSORTED: UploadFields = { category: "uncategorized" };

/** Files on their way to a case: each in a request of its own, so that one refused file does not hold up the others. */
export function useUploadQueue(caseFile: UploadedTo, fields: UploadFields = UNSORTED) {
  const [files, setFiles] = useState<readonly QueuedFile[]>([]);
  const [isSending, setIsSending] = useState(false);
  const nextKey = useRef(1);
  const stop = useRef(new AbortController());

  const change = (key: number, fields: Partial<QueuedFile>) =>
    setFiles((before) =>
      before.map((queued) => (queued.key === key ? { ...queued, ...fields } : queued)),
    );

  const queuedFrom = (added: readonly File[]) =>
    added.map((file): QueuedFile => {
      const problem = problemOfDocument(file);
      nextKey.current += 1;
      return {
        key: nextKey.current,
        file,
        state: problem === null ? "waiting" : "refused",
        share: 0,
        problem,
      };
    });
  const add = (added: readonly File[]) => {
    const more = queuedFrom(added);
    setFiles((before) => [...before, ...more]);
  };
  /** Where one file alone is asked for: the last one chosen. */
  const replace = (added: readonly File[]) => setFiles(queuedFrom(added.slice(-1)));

  /** Null, or what went wrong. */
  const sendOne = async (one: QueuedFile): Promise<unknown> => {
    change(one.key, { state: "sending", share: 0, problem: null });
    try {
      const added = await upload(documentsApi.upload, {
        params: { id: caseFile.id },
        files: [one.file],
        fields,
        onProgress: (share) => change(one.key, { share }),
        signal: stop.current.signal,
      });
      addDocuments(caseFile.caseId, added);
      change(one.key, { state: "done", share: 1 });
      return null;
    } catch (error) {
      change(one.key, {
        state: "failed",
        problem: errorSentence(error, messages.documents.upload.failed),
      });
      return error;
    }
  };

  /** Answers how many arrived, whether all did, and why the first of the others did not. */
  const send = async (): Promise<{ sent: number; isComplete: boolean; failure: unknown }> => {
    const waiting = files.filter(
      (queued) => queued.state === "waiting" || queued.state === "failed",
    );
    const refused = files.some((queued) => queued.state === "refused");
    const line = [...waiting];
    let sent = 0;
    const failures: unknown[] = [];
    setIsSending(true);
    const work = async () => {
      for (let next = line.shift(); next !== undefined; next = line.shift()) {
        const failure = await sendOne(next);
        if (failure === null) sent += 1;
        else failures.push(failure);
      }
    };
    await Promise.all(Array.from({ length: PARALLEL_UPLOADS }, work));
    setIsSending(false);
    return { sent, isComplete: sent === waiting.length && !refused, failure: failures[0] };
  };

  return {
    files,
    isSending,
    add,
    replace,
    remove: (key: number) => setFiles((before) => before.filter((queued) => queued.key !== key)),
    send,
    /** Called when the dialog closes: what is still under way is given up. */
    abort: () => {
      stop.current.abort();
      stop.current = new AbortController();
    },
  };
}
