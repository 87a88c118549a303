import { type Query, QueryClient, type QueryFunction } from "@tanstack/react-query";
import { sessionApi } from "contract/session";
import { ApiError } from "./api-error.ts";
import { send, whenSignedOut } from "./request.ts";

export type On401 = "throw" | "returnNull";

/** Reads the first element of the key as a path (C:219). */
export function queryPath<Answer>(on401: On401): QueryFunction<Answer | null> {
  return async ({ queryKey, signal }) => {
    try {
      const answer = await send(String(queryKey[0]), {
        method: "GET",
        signal,
        isPublic: on401 === "returnNull",
      });
      return (await answer.json()) as Answer;
    } catch (error) {
      if (on401 === "returnNull" && error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  };
}

/** Nothing refetches by itself, goes stale or is tried again (C:219); changes and live updates say what to read anew. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      queryFn: queryPath("throw"),
      staleTime: Number.POSITIVE_INFINITY,
      refetchInterval: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: false,
    },
    mutations: { retry: false },
  },
});

const userKey = [sessionApi.getUser.path];

whenSignedOut(() => queryClient.setQueryData(userKey, null));

/** Reads anew whatever lies at or below these paths: `/api/cases` also means `/api/cases/7/comments?page=2`. */
export async function invalidatePaths(paths: readonly string[]): Promise<void> {
  await invalidate((key) => paths.some((path) => isBelow(key, path)));
}

/** What a live update calls stale: a path stands for one endpoint with any search parameters, a path with `*` at its end for all that start so. */
export async function invalidateKeys(keys: readonly string[]): Promise<void> {
  await invalidate((key) => keys.some((pattern) => isNamedBy(pattern, key)));
}

/** A first request under way may have been answered before the change: it is made once more when it is there. */
async function invalidate(isStale: (key: string) => boolean): Promise<void> {
  const predicate = ({ queryKey: [key] }: Query) => typeof key === "string" && isStale(key);
  const underway = queryClient
    .getQueryCache()
    .findAll({ predicate, fetchStatus: "fetching" })
    .filter(({ state }) => state.data === undefined)
    .map(async ({ promise, queryKey }) => {
      await promise?.catch(() => undefined);
      await queryClient.invalidateQueries({ queryKey, exact: true });
    });
  await Promise.all([queryClient.invalidateQueries({ predicate }), ...underway]);
}

export function isNamedBy(pattern: string, key: string): boolean {
  if (pattern.endsWith("*")) return key.startsWith(pattern.slice(0, -1));
  return key.split("?", 1)[0] === pattern;
}

export function isBelow(key: string, path: string): boolean {
  if (!key.startsWith(path)) return false;
  const next = key.charAt(path.length);
  return next === "" || next === "/" || next === "?" || path.endsWith("/");
}
