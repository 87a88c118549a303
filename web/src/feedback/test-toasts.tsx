import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { vi } from "vitest";
import { clearCsrfToken } from "#web/api/csrf.ts";
import { queryClient } from "#web/api/query.ts";
import { toastStore } from "#web/ui/toast-store.ts";

type Action<Input> = { readonly mutateAsync: (input: Input) => Promise<unknown> };
type Said = ReactNode;

/**
 * What the portal says after an action that the server does, answering `answer`, and after one that it refuses without
 * a word of its own: title and text of the toast. A refusal that does not look like one is marked.
 */
export async function toastsOf<Input>(
  useAction: () => Action<Input>,
  input: Input,
  answer: unknown,
): Promise<{ done: Said[]; failed: Said[] }> {
  const done = await toastAfter(useAction, input, { status: 200, body: JSON.stringify(answer) });
  const failed = await toastAfter(useAction, input, { status: 500, body: "" });
  const isDestructive = toastStore.read()[0]?.variant === "destructive";
  return { done, failed: isDestructive ? failed : [...failed, "not destructive"] };
}

type Reply = { readonly status: number; readonly body: string };

async function toastAfter<Input>(
  useAction: () => Action<Input>,
  input: Input,
  reply: Reply,
): Promise<Said[]> {
  standIn(reply);
  const { result } = renderHook(useAction, {
    wrapper: ({ children }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
  });
  await act(async () => {
    await result.current.mutateAsync(input).catch(() => undefined);
  });
  cleanup();
  vi.unstubAllGlobals();
  const [shown] = toastStore.read();
  return [shown?.title, shown?.description].filter((text) => text !== undefined);
}

/** The network, for calls and for uploads. */
function standIn({ status, body }: Reply): void {
  clearCsrfToken();
  vi.stubGlobal("fetch", (url: string) =>
    Promise.resolve(
      url === "/api/csrf-token"
        ? new Response(JSON.stringify({ csrfToken: "t" }))
        : new Response(body, { status }),
    ),
  );
  vi.stubGlobal(
    "XMLHttpRequest",
    class extends EventTarget {
      upload = new EventTarget();
      status = status;
      statusText = "";
      responseText = body;
      open = (): void => undefined;
      setRequestHeader = (): void => undefined;
      getResponseHeader = (): null => null;
      send = (): void => queueMicrotask(() => this.dispatchEvent(new Event("load")));
    },
  );
}
