import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { queryClient } from "#web/api/query.ts";
import { MobileMenu } from "./mobile-menu.tsx";

const client = { id: 5, email: "nadim@client.example", role: "client", isAdmin: false } as never;
const entry = () => screen.queryByRole("button", { name: "Install app" });

async function openMenu(): Promise<void> {
  const root = createRootRoute({
    component: () => <MobileMenu user={client} open onOpenChange={() => undefined} />,
  });
  const history = createMemoryHistory({ initialEntries: ["/"] });
  const router = createRouter({ routeTree: root, history });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  await screen.findByRole("link", { name: "Logout" });
}

/** As public/install.js keeps what the browser says. */
function offer(prompt: () => Promise<unknown>): void {
  window.installPrompt = Object.assign(new Event("beforeinstallprompt"), { prompt });
  act(() => void window.dispatchEvent(new Event("installoffer")));
}

afterEach(() => {
  cleanup();
  delete window.installPrompt;
  vi.restoreAllMocks();
});

describe("'Install app'", () => {
  it(
    "is there while the browser offers it, and asks the browser",
    { tags: ["W-INS-007"] },
    async () => {
      await openMenu();
      expect(entry()).toBeNull();
      const prompt = vi.fn<() => Promise<unknown>>().mockResolvedValue(undefined);
      offer(prompt);
      fireEvent.click(entry() as HTMLElement);
      expect(prompt).toHaveBeenCalledOnce();
      expect(entry()).toBeNull();
    },
  );

  it(
    "explains on Apple's phones how it is done, unless it has been done",
    { tags: ["W-INS-007"] },
    async () => {
      vi.spyOn(navigator, "userAgent", "get").mockReturnValue(
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18)",
      );
      await openMenu();
      fireEvent.click(entry() as HTMLElement);
      expect(screen.getByText("Tap Share, then Add to Home Screen.")).toBeTruthy();
      cleanup();
      vi.spyOn(window, "matchMedia").mockReturnValue({ matches: true } as MediaQueryList);
      await openMenu();
      expect(entry()).toBeNull();
    },
  );
});
