import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { queryClient } from "#web/api/query.ts";
import { FirstStepsCard } from "./first-steps-card.tsx";

/** Opens the card over what the portal knows to be done; answers what it asks. */
async function show(done: readonly string[]) {
  const asked: string[] = [];
  const keys = ["bureau", "mail", "backup", "colleague", "cases"];
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url);
    if (url === "/api/csrf-token") return Response.json({ csrfToken: "token" });
    if (url === "/api/operations/test-mail") {
      done = [...done, "mail"];
      return Response.json({ message: "Test mail sent to ada@bureau.example" });
    }
    return Response.json({ steps: keys.map((key) => ({ key, done: done.includes(key) })) });
  });
  const router = createRouter({
    routeTree: createRootRoute({ component: FirstStepsCard }),
    history: createMemoryHistory(),
  });
  await router.load();
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return asked;
}

afterEach(() => {
  cleanup();
  queryClient.clear();
  localStorage.clear();
});

const steps = () => screen.getAllByRole("heading", { level: 3 }).map((each) => each.textContent);

it("ticks what has happened, and leads to what has not", { tags: ["W-RUN-009"] }, async () => {
  await show(["bureau", "colleague"]);
  await screen.findByText("2 of 6 done");
  expect(steps()).toEqual([
    "Done: Name your bureau",
    "To do: Send a test mail",
    "To do: Copy the keys",
    "To do: Make a backup",
    "Done: Invite a colleague",
    "To do: Bring your cases in",
  ]);
  expect(screen.queryByRole("link", { name: "Bureau" })).toBeNull();
  expect(screen.getByText("npm run backup -- portal.backup")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Import cases" }).getAttribute("href")).toBe(
    "/imports?import=new",
  );
});

it("ticks the test mail as soon as it is sent", { tags: ["W-RUN-009"] }, async () => {
  await show([]);
  fireEvent.click(await screen.findByRole("button", { name: "Send a test mail" }));
  await waitFor(() => expect(steps()).toContain("Done: Send a test mail"));
  expect(screen.getByRole("link", { name: "Bureau" }).getAttribute("href")).toBe("/bureau");
});

it("keeps in the browser that the keys are copied", { tags: ["W-RUN-009"] }, async () => {
  await show([]);
  fireEvent.click(await screen.findByRole("checkbox", { name: "I have copied them" }));
  await screen.findByText("1 of 6 done");
  cleanup();
  await show([]);
  await screen.findByText("1 of 6 done");
  expect(steps()).toContain("Done: Copy the keys");
});

it("is gone once it is dismissed, and when all is done", { tags: ["W-RUN-009"] }, async () => {
  await show([]);
  fireEvent.click(await screen.findByRole("button", { name: "Dismiss" }));
  expect(screen.queryByText("First steps")).toBeNull();
  cleanup();
  queryClient.clear();
  // Nothing is asked for what is not shown.
  expect(await show([])).toEqual([]);
  expect(screen.queryByText("First steps")).toBeNull();
  cleanup();
  localStorage.setItem("firstSteps", "keysCopied");
  const asked = await show(["bureau", "mail", "backup", "colleague", "cases"]);
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(screen.queryByText("First steps")).toBeNull();
});
