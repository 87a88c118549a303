import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { CurrentUser, Role } from "contract/session";
import { Footer } from "./footer.tsx";

function show(user?: CurrentUser): void {
  const routeTree = createRootRoute({ component: () => <Footer user={user} /> });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  render(<RouterProvider router={router as never} />);
}

const person = (role: Role, isAdmin = false): CurrentUser => ({
  id: 1,
  email: "farid@example.com",
  firstName: "Farid",
  lastName: "Haddad",
  profileImageUrl: null,
  isAdmin,
  role,
});

afterEach(cleanup);

describe("the footer", () => {
  it.each([
    ["an admin", person("admin", true)],
    ["an admin by the flag alone", person("client", true)],
    ["an agent", person("agent")],
  ])("tells %s which version is running", async (_, user) => {
    show(user);
    expect(await screen.findByText(/^Version \d+\.\d+\.\d+/)).toBeTruthy();
  });

  it.each([
    ["a client", person("client")],
    ["an accountant", person("accountant")],
    ["a visitor", undefined],
  ])("does not tell %s", async (_, user) => {
    show(user);
    expect(await screen.findByText("Privacy Policy")).toBeTruthy();
    expect(screen.queryByText(/^Version/)).toBeNull();
  });
});
