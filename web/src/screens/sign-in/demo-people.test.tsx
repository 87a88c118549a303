import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { SignInScreen } from "./sign-in-screen.tsx";

const people = [
  { key: "admin", name: "Leila Demirtas-Roy", role: "admin" },
  { key: "nadim", name: "Nadim Sarrouf", role: "client" },
];
const user = {
  id: 1,
  email: "nadim@client.example",
  firstName: "Nadim",
  lastName: "Sarrouf",
  profileImageUrl: null,
  isAdmin: false,
  role: "client",
};
const answers = {
  "GET /api/csrf-token": { body: { csrfToken: "t" } },
  "GET /api/demo": { body: { people } },
  "POST /api/demo/sign-in": {
    body: { requiresOtp: true, deviceName: null, email: user.email, code: "048213" },
  },
  "POST /api/verify-otp": { body: { message: "Verification successful", user } },
  "GET /api/user": { body: user },
};

async function show(kind: string) {
  document.head.innerHTML = `<meta name="demo" content="${kind}" />`;
  const server = answerWith(answers);
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <SignInScreen /> }),
    history: createMemoryHistory(),
  });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  await screen.findByRole("heading", { name: "Sign in to your account" });
  return server;
}

afterEach(() => {
  cleanup();
  document.head.innerHTML = "";
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each(["open", "public"])(
  "offers its people by role in the demonstration (%s)",
  { tags: ["W-RUN-010"] },
  async (kind) => {
    await show(kind);
    const names = (await screen.findAllByRole("listitem")).map(({ textContent }) => textContent);
    expect(names).toEqual(["Leila Demirtas-RoyAdmin", "Nadim SarroufClient"]);
  },
);

it(
  "signs in with one click, the code on the screen and filled in",
  { tags: ["W-RUN-010"] },
  async () => {
    const server = await show("open");
    const person = await screen.findByRole("button", { name: /Nadim Sarrouf/ });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    fireEvent.click(person);
    await vi.waitFor(() => expect(screen.getByText("Demo: your code is 048213")).toBeTruthy());
    const digits = screen.getAllByRole("textbox").map((box) => (box as HTMLInputElement).value);
    expect(digits.join("")).toBe("048213");
    await act(() => vi.advanceTimersByTimeAsync(1500));
    await vi.waitFor(() =>
      expect(server.received.map(({ url }) => url)).toContain("/api/verify-otp"),
    );
  },
);

it.each(["", "__DEMO__"])("asks for no demonstration anywhere else (%j)", async (kind) => {
  const server = await show(kind);
  expect(server.received.map(({ url }) => url)).not.toContain("/api/demo");
  expect(screen.queryByRole("list")).toBeNull();
});
