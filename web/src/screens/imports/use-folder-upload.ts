import { useEffect, useEffectEvent, useRef, useState } from "react";
import { importsApi } from "contract/imports";
import { ApiError } from "#web/api/api-error.ts";
import { call } from "#web/api/client.ts";
import { errorSentence } from "#web/api/error-sentence.ts";
import { upload } from "#web/api/upload.ts";
import { importMessages as texts } from "#web/messages/imports.ts";
import { type PathedFile, takeFolder } from "./folder-files.ts";
import { readAnew } from "./imports.queries.ts";

const AT_ONCE = 4;
const WAIT_MS = 5000;
const MOST_ROWS = "200";

export type FolderUpload = {
  readonly isRunning: boolean;
  readonly done: number;
  readonly all: number;
  /** Here since an earlier try. */
  readonly there: number;
  readonly refused: readonly { path: string; reason: string }[];
  /** The connection is gone: what is left is for another try. */
  readonly isBroken: boolean;
};

const idle: FolderUpload = {
  isRunning: false,
  done: 0,
  all: 0,
  there: 0,
  refused: [],
  isBroken: false,
};

/** Sends a folder file by file, four at a time; what the portal has is not sent again. */
export function useFolderUpload(id: number) {
  const [state, setState] = useState(idle);
  const running = useRef<AbortController | null>(null);

  const begin = async (files: readonly PathedFile[]) => {
    if (files.length === 0 || running.current) return;
    const stop = new AbortController();
    running.current = stop;
    setState({ ...idle, isRunning: true, all: files.length });
    try {
      const known = await filesThere(id, stop.signal);
      const left = files.filter((file) => !known.has(keyOf(file.path, file.file.size)));
      const there = files.length - left.length;
      setState((before) => ({ ...before, there, done: there }));
      const next = left.values();
      const send = async () => {
        for (const one of next) {
          if (stop.signal.aborted) return;
          const reason = await sendOne(id, one, stop.signal);
          setState((before) => ({
            ...before,
            done: before.done + 1,
            refused:
              reason === null ? before.refused : [...before.refused, { path: one.path, reason }],
          }));
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, send));
    } catch {
      if (!stop.signal.aborted) setState((before) => ({ ...before, isBroken: true }));
      stop.abort();
    } finally {
      running.current = null;
      setState((before) => ({ ...before, isRunning: false }));
      await readAnew();
    }
  };

  const beginKept = useEffectEvent(() => void begin(takeFolder(id)));
  useEffect(() => {
    const timer = setTimeout(beginKept);
    return () => {
      clearTimeout(timer);
      running.current?.abort();
    };
  }, []);
  return { ...state, begin, stop: () => running.current?.abort() };
}

const keyOf = (path: string, size: number | null) => `${size ?? ""} ${path}`;

async function filesThere(id: number, signal: AbortSignal): Promise<Set<string>> {
  const known = new Set<string>();
  let after: string | null = null;
  do {
    const query: { limit: string; after?: string } = {
      limit: MOST_ROWS,
      ...(after !== null && { after }),
    };
    const page = await call(importsApi.rows, { params: { id }, query, signal });
    for (const { name, size } of page.rows) known.add(keyOf(name ?? "", size));
    after = page.next;
  } while (after !== null);
  return known;
}

/** Answers why it was refused. Throws when the connection is gone. */
async function sendOne(
  id: number,
  { path, file }: PathedFile,
  signal: AbortSignal,
): Promise<string | null> {
  for (;;) {
    try {
      await upload(importsApi.addFile, { params: { id }, files: [file], fields: { path }, signal });
      return null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status !== 429) return errorSentence(error, texts.failures.upload);
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    }
  }
}
